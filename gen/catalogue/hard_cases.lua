-- Inputs of f32 whose results are so close to a midpoint of two f32 that the steps of a function do not decide the rounding, and the right
-- results: bits, by function. The inputs are those with which the steps begin: for odd and even functions the magnitude, for sigmoid -a,
-- for cbrt a significand from 1 to 8. `make prove` finds them; docs/proofs.md lists the runs. halves.lua has those of f16 and bf16.
--
-- SPDX-License-Identifier: Apache-2.0
return {
  acos = { { 0x328885a3, 0x3fc90fdb }, { 0x39826222, 0x3fc907b5 } },
  acosh = { { 0x655890d3, 0x4254d1f9 }, { 0x6eb1a8ec, 0x42845a89 } },
  asinh = { { 0x4bdd65a5, 0x418f034b }, { 0x655890d3, 0x4254d1f9 }, { 0x6eb1a8ec, 0x42845a89 } },
  atan = { { 0x3d8d6b23, 0x3d8d31c3 } },
  cos = { { 0x5f18b878, 0x3f7f14bb }, { 0x6115cb11, 0x3f78142f } },
  exp2 = { { 0x3b429d37, 0x3f804385 }, { 0xbcf3a937, 0x3f7ac6b1 } },
  gelu = { { 0x37b0a46f, 0x3730a531 }, { 0xb7b0a46f, 0xb730a3ad } },
  gelu_tanh = { { 0xb7b0a46f, 0xb730a3ad } },
  log = {
    { 0x3c413d3a, 0xc08e158f }, { 0x41178feb, 0x400fe5e7 }, { 0x4c5d65a5, 0x418f034b }, { 0x65d890d3, 0x4254d1f9 },
    { 0x6f31a8ec, 0x42845a89 },
  },
  log10 = { { 0x0efeee7a, 0xc1e99d23 }, { 0x2f149212, 0xc11de885 } },
  log1p = {
    { 0x35400003, 0x353fffff }, { 0x3710001b, 0x370ffff3 }, { 0x3efd81ad, 0x3ecdeee1 }, { 0x41078feb, 0x400fe5e7 },
    { 0x65d890d3, 0x4254d1f9 }, { 0x6f31a8ec, 0x42845a89 }, { 0xb53ffffd, 0xb5400001 }, { 0xb70fffe5, 0xb710000d },
    { 0xbb0ec8c4, 0xbb0ef0a5 },
  },
  log_sigmoid = { { 0xb9ea41d0, 0xbf3180bd } },
  mish = { { 0xb3a00000, 0xb33fffff } },
  sigmoid = { { 0x3a928601, 0x3effdb5f } },
  sin = { { 0x46199998, 0xbeb1fa5d } },
  sinh = { { 0x3a1285ff, 0x3a1285ff } },
  softplus = { { 0x39ea41d0, 0x3f3180bd } },
  softsign = { { 0x3c0b8116, 0x3c0a5391 }, { 0xbc0b8116, 0xbc0a5391 } },
  tan = { { 0x7714b423, 0x3fe83698 } },
}
