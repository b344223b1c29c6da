-- A toy instruction set whose register length is known at run time: nominally 64 bits, `scale` times as many. Masks are all ones or 0 in
-- each lane; loads and stores depend on which lanes are live.

isa "unknown" {
  says = "lanes in as many bits as there are", rank = 12, bits = 64, scale = "sizeof(uint64_t) / 8", scale_most = 1, typical = 4, guard = "1",
  machine = "any", loop = "while", features = {}, free = { "^u?int64_t$", "^UINT64_C$" },

  lanes { i32 = "", i64 = "" } {
    mask = "uint64_t", not_all = "$1 != UINT64_MAX", all_live = "UINT64_MAX", lanes_from_mask = "$1", mask_from_lanes = "$1",
  },

  lanes { u64 = "", i64 = "" } {
    reg = "uint64_t", load = "(bl_load_u64($p) & $k)", splat = "(uint64_t)$1", zero = "UINT64_C(0)",
    bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2", select = "($1 & $2) | (~$1 & $3)",
    both = "$1 & $2", either = "$1 | $2", opposite = "~$1", eq = "0 - (uint64_t)($1 == $2)",
  },
  lanes { u64 = "" } {
    live = "(0 - (uint64_t)($i < $n))", load = "($k != 0 ? bl_load_u64($p) : 0)", store = "$k != 0 ? bl_store_u64($p, $1) : (void)0",
    add = "$1 + $2", sub = "$1 - $2", mul = "$1 * $2", lt = "0 - (uint64_t)($1 < $2)",
  },
  lanes { i64 = "" } {
    live = "(0 - (uint64_t)($i < $n))", load = "($k != 0 ? bl_load_u64($p) : 0)", store = "$k != 0 ? bl_store_u64($p, $1) : (void)0",
    lt = "0 - (uint64_t)((int64_t)$1 < (int64_t)$2)",
  },

  lanes { u32 = "", i32 = "" } { -- two in a register, the first one in its low half
    reg = "uint64_t", live = "($i < $n ? $n - $i > 1 ? UINT64_MAX : UINT64_C(0xffffffff) : 0)",
    load = "(($k & 1 ? (uint64_t)bl_load_u32($p) : 0) | ($k >> 63 != 0 ? (uint64_t)bl_load_u32($p + 1) << 32 : 0))",
    store = "($k & 1 ? bl_store_u32($p, (uint32_t)$1) : (void)0), ($k >> 63 != 0 ? bl_store_u32($p + 1, (uint32_t)($1 >> 32)) : (void)0)",
    splat = "((uint64_t)(uint32_t)$1 * UINT64_C(0x0000000100000001))", zero = "UINT64_C(0)",
    bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2",
    add = function(a, b)
      local sum = bits.u64(bits.u32(a) & 0x7fffffff) + bits.u64(bits.u32(b) & 0x7fffffff)
      return bits[a.type](bits.u32(sum) ~ ((bits.u32(a) ~ bits.u32(b)) & 0x80000000))
    end,
  },
}
