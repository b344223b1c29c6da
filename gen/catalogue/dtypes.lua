-- The dtypes, in the order of bl_dtype in include/broadloom_tables.h.
--   class        float, half, minifloat, int, uint or bool: which of an op's expressions applies
--   own          the key of expressions of this dtype alone, which go before those of its class
--   bits         the width of an element
--   c            the C type of an element in memory
--   significand  of floats: the bits of it that are stored
--   unpacked     of types of less than a byte: the type that their kernels compute with, of one byte
--
-- A minifloat is computed with as its bits. Its row has in addition:
--   bias         what the exponent's bits are more than the exponent
--   most         the bits of the greatest number
--   infinity     the bits of infinity, where there is one
--   nan          the bits of the NaN that conversions give; it has the sign of what is converted, but where it is -0's bits
--   finite       whether there is neither infinity nor NaN: 'nan' is then the number that a NaN becomes
-- A minifloat without a significand is a scale: all of its bits are an exponent, so that it has no sign and no zero.

dtype "f32" { class = "float", bits = 32, c = "float", significand = 23 }
dtype "f64" { class = "float", own = "double", bits = 64, c = "double", significand = 52 }
dtype "f16" { class = "half", bits = 16, c = "uint16_t", significand = 10 }
dtype "bf16" { class = "half", bits = 16, c = "uint16_t", significand = 7 }
dtype "i8" { class = "int", bits = 8, c = "int8_t" }
dtype "i16" { class = "int", bits = 16, c = "int16_t" }
dtype "i32" { class = "int", bits = 32, c = "int32_t" }
dtype "i64" { class = "int", bits = 64, c = "int64_t" }
dtype "u8" { class = "uint", bits = 8, c = "uint8_t" }
dtype "u16" { class = "uint", bits = 16, c = "uint16_t" }
dtype "u32" { class = "uint", bits = 32, c = "uint32_t" }
dtype "u64" { class = "uint", bits = 64, c = "uint64_t" }
dtype "bool" { class = "bool", bits = 8, c = "uint8_t" }
dtype "f8e4m3fn" { class = "minifloat", bits = 8, c = "uint8_t", significand = 3, bias = 7, most = 0x7e, nan = 0x7f }
dtype "f8e4m3fnuz" { class = "minifloat", bits = 8, c = "uint8_t", significand = 3, bias = 8, most = 0x7f, nan = 0x80 }
dtype "f8e5m2" {
  class = "minifloat", bits = 8, c = "uint8_t", significand = 2, bias = 15, most = 0x7b, infinity = 0x7c, nan = 0x7e,
}
dtype "f8e5m2fnuz" { class = "minifloat", bits = 8, c = "uint8_t", significand = 2, bias = 16, most = 0x7f, nan = 0x80 }
dtype "i4" { class = "int", bits = 4, c = "uint8_t", unpacked = "i8" }
dtype "u4" { class = "uint", bits = 4, c = "uint8_t", unpacked = "u8" }
dtype "i2" { class = "int", bits = 2, c = "uint8_t", unpacked = "i8" }
dtype "u2" { class = "uint", bits = 2, c = "uint8_t", unpacked = "u8" }
dtype "f8e8m0" { class = "minifloat", bits = 8, c = "uint8_t", significand = 0, bias = 127, most = 0xfe, nan = 0xff }
dtype "f4e2m1" {
  class = "minifloat", bits = 4, c = "uint8_t", unpacked = "f8e4m3fn", significand = 1, bias = 1, most = 7, nan = 8, finite = true,
}
dtype "f6e2m3" {
  class = "minifloat", bits = 6, c = "uint8_t", unpacked = "f8e4m3fn", significand = 3, bias = 1, most = 0x1f, nan = 0x20, finite = true,
}
dtype "f6e3m2" {
  class = "minifloat", bits = 6, c = "uint8_t", unpacked = "f8e4m3fn", significand = 2, bias = 3, most = 0x1f, nan = 0x20, finite = true,
}
