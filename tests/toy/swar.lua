-- A toy instruction set for the test of "one file adds an ISA": bytes, 16- and 32-bit lanes in a plain uint64_t.
-- Additions keep the lanes apart by leaving each lane's top bit out of the carries.

isa "swar" {
  says = "lanes in a uint64_t", rank = 15, bits = 64, guard = "1", machine = "any", loop = "last", features = {},
  free = { "^uint64_t$", "^UINT64_C$" },

  lanes { u8 = "0x0101010101010101", u16 = "0x0001000100010001", u32 = "0x0000000100000001", u64 = "1" } {
    reg = "uint64_t",
    load = "bl_load_u64($p)", store = "bl_store_u64($p, $1)", splat = "((uint64_t)$1 * UINT64_C($e))", zero = "UINT64_C(0)",
    bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2",
  },
  lanes { u64 = "" } { add = "$1 + $2", sub = "$1 - $2" },

  lanes { u8 = "", u16 = "", u32 = "" } {
    add = function(a, b)
      local top = ({ u8 = 0x80, u16 = 0x8000, u32 = 0x80000000 })[a.type]
      local sum = bits.u64(a & (top - 1)) + bits.u64(b & (top - 1))
      return bits[a.type](sum) ~ ((a ~ b) & top)
    end,
    sub = function(a, b)
      local top = ({ u8 = 0x80, u16 = 0x8000, u32 = 0x80000000 })[a.type]
      local difference = bits.u64(a | top) - bits.u64(b & (top - 1))
      return bits[a.type](difference) ~ ((a ~ b ~ top) & top)
    end,
  },
}
