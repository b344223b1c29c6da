-- The single file for the judge: operators of each kind, with detection of each instruction set of this machine's architecture.

profile {
  runtime = "full", form = "single", specs = {}, detect = true,
  ops = { "add", "sub", "div:f32+i32+u8", "floor_mod:i8+i32", "less", "select", "leaky_relu", "clip:f32+i8", "clamp:f16+i32",
    "quantize_linear", "cast:f32+i8+bool", "saturating_add:i8", "max", "mean" },
  dtypes = { "f32", "f64", "f16", "i8", "i16", "i32", "u8", "bool" },
  isas = { "scalar", "sse2", "avx2", "avx512", "neon" },
}
