-- Operators that need one pass, where those of the library need two or three: docs/operators.md, "Fusing".
--
-- SPDX-License-Identifier: Apache-2.0

op "gated_silu" {
  says = "a * sigmoid(a) * b", types = { "f32", "f16", "bf16" },
  expr = function(a, b) return a * sigmoid(a) * b end,
}

op "bias_gelu" {
  says = "gelu(a + bias)", types = { "f32", "f16", "bf16" }, operands = { "a", "bias" },
  expr = function(a, bias) return gelu(a + bias) end,
}

op "exp_less" {
  says = "exp(a - most), with which a softmax begins", types = { "f32", "f16", "bf16" }, operands = { "a", "most" },
  expr = function(a, most) return exp(a - most) end,
}
