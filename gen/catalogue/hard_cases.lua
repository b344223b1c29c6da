-- Inputs whose results are so near to what is halfway between two that a function's steps do not tell on which side they lie, and
-- what they should give: bits of the dtype, by function. Inputs are what the steps begin with: of odd and even functions the
-- magnitude, of sigmoid -a, of cbrt a significand from 1 to 8. `make prove` finds them, and docs/proofs.md says what has run.
--
-- SPDX-License-Identifier: Apache-2.0
return {
  acos = {
    f32 = { { 0x328885a3, 0x3fc90fdb }, { 0x39826222, 0x3fc907b5 } },
    f16 = { { 0x804b, 0x3e49 }, { 0xacaf, 0x3e93 }, { 0xb874, 0x4053 } },
  },
  acosh = {
    f32 = { { 0x655890d3, 0x4254d1f9 }, { 0x6eb1a8ec, 0x42845a89 } },
    f16 = { { 0x3ce4, 0x393f } },
  },
  asinh = {
    f32 = { { 0x4bdd65a5, 0x418f034b }, { 0x655890d3, 0x4254d1f9 }, { 0x6eb1a8ec, 0x42845a89 } },
    f16 = { { 0x32bd, 0x32b1 }, { 0x4b1f, 0x42b3 } },
  },
  atan = {
    f32 = { { 0x3d8d6b23, 0x3d8d31c3 } },
    f16 = { { 0x2745, 0x2745 }, { 0x32b5, 0x329d }, { 0x466e, 0x3dab } },
  },
  cbrt = {
    f16 = { { 0x4151, 0x3d8b } },
  },
  cos = {
    f32 = { { 0x5f18b878, 0x3f7f14bb }, { 0x6115cb11, 0x3f78142f } },
    f16 = { { 0x2b7c, 0x3bfd } },
  },
  cosh = {
    f16 = { { 0x2800, 0x3c01 } },
  },
  erf = {
    f16 = { { 0x1612, 0x16d9 } },
  },
  exp = {
    f16 = { { 0x1f79, 0x3c07 }, { 0x25cf, 0x3c17 } },
  },
  exp2 = {
    f32 = { { 0x3b429d37, 0x3f804385 }, { 0xbcf3a937, 0x3f7ac6b1 } },
    f16 = { { 0x11c5, 0x3c01 } },
  },
  expm1 = {
    f16 = { { 0x11a8, 0x11a9 } },
  },
  gelu = {
    f32 = { { 0x37b0a46f, 0x3730a531 }, { 0xb7b0a46f, 0xb730a3ad } },
    f16 = { { 0x157c, 0x117d }, { 0x957c, 0x917b } },
  },
  gelu_tanh = {
    f32 = { { 0xb7b0a46f, 0xb730a3ad } },
    f16 = { { 0x157c, 0x117d }, { 0x35a7, 0x3337 }, { 0x957c, 0x917b }, { 0xb5a7, 0xb017 } },
  },
  log = {
    f32 = {
      { 0x3c413d3a, 0xc08e158f }, { 0x41178feb, 0x400fe5e7 }, { 0x4c5d65a5, 0x418f034b },
      { 0x65d890d3, 0x4254d1f9 }, { 0x6f31a8ec, 0x42845a89 },
    },
    f16 = { { 0x1d78, 0xc53b } },
  },
  log10 = {
    f32 = { { 0x0efeee7a, 0xc1e99d23 }, { 0x2f149212, 0xc11de885 } },
    f16 = { { 0x338f, 0xb903 }, { 0x33f8, 0xb8d5 }, { 0x57e1, 0x4033 }, { 0x69d0, 0x42f3 }, { 0x719d, 0x440f } },
  },
  log1p = {
    f32 = {
      { 0x35400003, 0x353fffff }, { 0x3710001b, 0x370ffff3 }, { 0x3efd81ad, 0x3ecdeee1 },
      { 0x41078feb, 0x400fe5e7 }, { 0x65d890d3, 0x4254d1f9 }, { 0x6f31a8ec, 0x42845a89 },
      { 0xb53ffffd, 0xb5400001 }, { 0xb70fffe5, 0xb710000d }, { 0xbb0ec8c4, 0xbb0ef0a5 },
    },
    f16 = { { 0x1e03, 0x1dff }, { 0x9dfd, 0x9e01 } },
  },
  log_sigmoid = {
    f32 = { { 0xb9ea41d0, 0xbf3180bd } },
    f16 = { { 0x0430, 0xb98b } },
  },
  mish = {
    f32 = { { 0xb3a00000, 0xb33fffff } },
    f16 = { { 0x1685, 0x13d5 }, { 0x3e49, 0x3ded }, { 0x8fbf, 0x8ca5 }, { 0x9100, 0x8dff }, { 0xc8a5, 0x9309 } },
  },
  sigmoid = {
    f32 = { { 0x3a928601, 0x3effdb5f } },
  },
  silu = {
    f16 = { { 0xc173, 0xb15d } },
  },
  sin = {
    f32 = { { 0x46199998, 0xbeb1fa5d } },
    f16 = { { 0x32b3, 0x32a7 }, { 0x5cb0, 0xbbff } },
  },
  sinh = {
    f32 = { { 0x3a1285ff, 0x3a1285ff } },
    f16 = { { 0x40f2, 0x45e3 } },
  },
  softplus = {
    f32 = { { 0x39ea41d0, 0x3f3180bd } },
    f16 = { { 0x8430, 0x398b } },
  },
  softsign = {
    f32 = { { 0x3c0b8116, 0x3c0a5391 }, { 0xbc0b8116, 0xbc0a5391 } },
  },
  tan = {
    f32 = { { 0x7714b423, 0x3fe83698 } },
    f16 = { { 0x2894, 0x2895 }, { 0x55ed, 0x3911 }, { 0x774a, 0x47e9 } },
  },
}
