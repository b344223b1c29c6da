-- A toy instruction set to copy: 128-bit vectors of GCC and clang, which every processor supports. It has what a port needs first:
-- registers, floats, masks, and the two widths of a conversion; docs/porting.md explains it.
--   $1 $2 $3 operands   $e suffix, here the C type of an element   $h $w that of half and twice the width   $p address
-- A mask is a vector of signed integers, all ones or 0.

-- A file is Lua, which shortens repeated text: V and H are the types of 16 and 8 bytes.
local function c(text)
  return (text:gsub("%f[%w]V%f[%W]", "__attribute__((vector_size(16)))"):gsub("%f[%w]H%f[%W]", "__attribute__((vector_size(8)))"))
end

isa "vectors" {
  says = "vectors of the compiler", rank = 13, bits = 128, guard = "defined(__GNUC__)", machine = "any", loop = "last",
  features = {}, free = { "^__attribute__$", "^vector_size$", "^u?int%d+_t$" },

  -- Registers, and memory: at any address, as any type. A fraction is the narrow side of a conversion.
  lanes {
    f32 = "float", f64 = "double", i8 = "int8_t", i16 = "int16_t", i32 = "int32_t", i64 = "int64_t",
    u8 = "uint8_t", u16 = "uint16_t", u32 = "uint32_t", u64 = "uint64_t",
  } {
    reg = c"$e V", zero = c"($e V){0}", bits = c"($e V)$1",
    load = c"((const struct { $e v V; } __attribute__((packed, may_alias)) *)($p))->v",
    store = c"((struct { $e v V; } __attribute__((packed, may_alias)) *)($p))->v = $1",
    fraction = {
      [8] = {
        reg = c"$e H",
        load = c"((const struct { $e v H; } __attribute__((packed, may_alias)) *)($p))->v",
        store = c"((struct { $e v H; } __attribute__((packed, may_alias)) *)($p))->v = $1",
      },
    },
    select = c"($e V)(((int64_t V)$1 & (int64_t V)$2) | (~(int64_t V)$1 & (int64_t V)$3))",
  },
  lanes { f64 = "double", i64 = "int64_t", u64 = "uint64_t" } { splat = c"($e V){$1, $1}" },
  lanes { f32 = "float", i32 = "int32_t", u32 = "uint32_t" } { splat = c"($e V){$1, $1, $1, $1}" },
  lanes { i16 = "int16_t", u16 = "uint16_t" } { splat = c"($e V){$1, $1, $1, $1, $1, $1, $1, $1}" },
  lanes { i8 = "int8_t", u8 = "uint8_t" } { splat = c"($e V){$1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1, $1}" },

  -- Floats. The suffix of comparisons is that of the mask.
  lanes { f32 = "", f64 = "" } { add = "$1 + $2", sub = "$1 - $2", mul = "$1 * $2", div = "$1 / $2" },
  lanes { f32 = "int32_t", f64 = "int64_t" } {
    eq = c"($e V)($1 == $2)", ordered = c"($e V)($1 == $1) & ($e V)($2 == $2)", lt_ordered = c"($e V)($1 < $2)",
  },

  -- Masks, of each width, and the words that make or read one.
  lanes { i8 = "int8_t", i16 = "int16_t", i32 = "int32_t", i64 = "int64_t" } {
    mask = c"$e V", not_all = c"(((int64_t V)$1)[0] & ((int64_t V)$1)[1]) != -1",
    both = "$1 & $2", either = "$1 | $2", differ = "$1 ^ $2", opposite = "~$1",
  },
  lanes {
    i8 = "int8_t", i16 = "int16_t", i32 = "int32_t", i64 = "int64_t",
    u8 = "uint8_t", u16 = "uint16_t", u32 = "uint32_t", u64 = "uint64_t",
  } {
    lanes_from_mask = c"($e V)$1",
  },
  lanes {
    i8 = "int8_t", i16 = "int16_t", i32 = "int32_t", i64 = "int64_t", u8 = "int8_t", u16 = "int16_t", u32 = "int32_t", u64 = "int64_t",
  } {
    mask_from_lanes = c"($e V)$1", eq = c"($e V)($1 == $2)", lt = c"($e V)($1 < $2)",
  },

  -- Integers. Signed ones are added as unsigned ones, for which C defines wrapping.
  lanes { u8 = "", u16 = "", u32 = "", u64 = "" } { add = "$1 + $2", sub = "$1 - $2", mul = "$1 * $2", shift_left = "$1 << $2" },
  lanes { i8 = "int8_t", i16 = "int16_t", i32 = "int32_t", i64 = "int64_t" } {
    add = c"($e V)((u$e V)$1 + (u$e V)$2)", sub = c"($e V)((u$e V)$1 - (u$e V)$2)", mul = c"($e V)((u$e V)$1 * (u$e V)$2)",
    shift_left = c"($e V)((u$e V)$1 << $2)",
  },
  lanes { i8 = "", i16 = "", i32 = "", i64 = "", u8 = "", u16 = "", u32 = "", u64 = "" } {
    bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2", shift_right = "$1 >> $2", shift_right_by = "$1 >> $2",
  },
  -- Lower halves of values, not of memory: so it is right in either byte order.
  lanes { u32 = "uint32_t", u64 = "uint64_t" } { mul_even = c"(($w V)$1 & 0xffffffff) * (($w V)$2 & 0xffffffff)" },

  -- Widths. The elements in one register of a narrow type fill two of a wide one: lo has the elements that come first in memory, hi the
  -- others; a pair becomes one register again. A block spells a word with $w or $h only for those of its types whose double or half it also
  -- has.
  lanes { i8 = "int8_t", i16 = "int16_t", u8 = "uint8_t", u16 = "uint16_t" } {
    widen = {
      lo = c"__builtin_convertvector(__builtin_shufflevector($1, $1, 0, 1, 2, 3, 4, 5, 6, 7), $w V)",
      hi = c"__builtin_convertvector(__builtin_shufflevector($1, $1, 8, 9, 10, 11, 12, 13, 14, 15), $w V)",
    },
    narrow = {
      pair = c"__builtin_shufflevector(__builtin_convertvector($1, $h H), __builtin_convertvector($2, $h H), " ..
             "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)",
    },
  },
  lanes { i16 = "int16_t", i32 = "int32_t", u16 = "uint16_t", u32 = "uint32_t" } {
    widen = {
      lo = c"__builtin_convertvector(__builtin_shufflevector($1, $1, 0, 1, 2, 3), $w V)",
      hi = c"__builtin_convertvector(__builtin_shufflevector($1, $1, 4, 5, 6, 7), $w V)",
    },
    narrow = {
      pair = c"__builtin_shufflevector(__builtin_convertvector($1, $h H), __builtin_convertvector($2, $h H), 0, 1, 2, 3, 4, 5, 6, 7)",
    },
  },
  lanes { i32 = "int32_t" } {
    f32_from_i32 = c"__builtin_convertvector($1, float V)",
    f64_from_i32 = {
      lo = c"__builtin_convertvector(__builtin_shufflevector($1, $1, 0, 1), double V)",
      hi = c"__builtin_convertvector(__builtin_shufflevector($1, $1, 2, 3), double V)",
    },
  },
  lanes { f32 = "float" } { i32_from_f32 = c"__builtin_convertvector($1, int32_t V)" },
}
