-- The dtypes, in the order of bl_dtype in include/broadloom_tables.h.
--   class        float, half, int, uint or bool: which of an op's expressions applies
--   own          the key of expressions of this dtype alone, which go before those of its class
--   bits         the width of an element
--   c            the C type of an element in memory
--   significand  of floats: the bits of it that are stored

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
