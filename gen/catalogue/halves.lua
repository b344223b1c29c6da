-- Functions of f16 and bf16 in f32: the coefficients of their polynomials; and the inputs whose results these would round wrongly (the
-- bits with which the steps begin), with the right results. Made by tests/prove/nudge.pl. Do not edit.
-- SPDX-License-Identifier: Apache-2.0
return {
  acos = {
    f16 = {
      0x1.921fb6p0, -0x1.b77f0ap-3, 0x1.6c7362p-4, -0x1.9af57cp-5, 0x1.f98c46p-6, -0x1.1749fcp-6,
      0x1.b3ae92p-8, -0x1.48b112p-10,
      hard = {},
    },
    bf16 = {
      0x1.921fa2p0, -0x1.b750b8p-3, 0x1.67d822p-4, -0x1.6fc1ap-5, 0x1.3bc65cp-6, -0x1.1a447cp-8,
      hard = {},
    },
  },
  acosh = {
    f16 = {
      -0x1.ffffdp-2, 0x1.555586p-2, -0x1.000fe2p-2, 0x1.99b9aep-3, -0x1.5019bcp-3, 0x1.208ba4p-3,
      -0x1.3c597ap-3, 0x1.215f9ap-3,
      hard = {
        { 0x3ce4, 0x393f }, { 0x7ab2, 0x49cd },
      },
    },
    bf16 = {
      -0x1.0002cap-1, 0x1.555ecep-2, -0x1.fcd26ep-3, 0x1.95c702p-3, -0x1.8d0eb4p-3, 0x1.5c81f2p-3,
      hard = {},
    },
  },
  asin = {
    f16 = {
      0x1.5555c8p-3, 0x1.3301e4p-4, 0x1.747e4ap-5, 0x1.8c283cp-6, 0x1.596d28p-5,
      hard = {},
    },
    bf16 = {
      0x1.559be6p-3, 0x1.268066p-4, 0x1.069562p-4,
      hard = {},
    },
  },
  asinh = {
    f16 = {
      -0x1.ffffc6p-2, 0x1.555588p-2, -0x1.00114ep-2, 0x1.99b71p-3, -0x1.5031a8p-3, 0x1.201d3ep-3,
      -0x1.3f0ac2p-3, 0x1.21855ap-3,
      hard = {
        { 0x4b1f, 0x42b3 }, { 0x5c0a, 0x463f }, { 0x7ab2, 0x49cd },
      },
    },
    bf16 = {
      -0x1.0002cap-1, 0x1.555ecep-2, -0x1.fcd26ep-3, 0x1.95c702p-3, -0x1.8d0eb4p-3, 0x1.5c81f2p-3,
      hard = {},
    },
  },
  atan = {
    f16 = {
      -0x1.555508p-2, 0x1.999298p-3, -0x1.24272ep-3, 0x1.c09b7cp-4, -0x1.58281cp-4, 0x1.dae4fep-5,
      -0x1.ff15dap-6, 0x1.6563bp-7, -0x1.d43348p-10,
      hard = {
        { 0x2745, 0x2745 }, { 0x466e, 0x3dab }, { 0x48ae, 0x3ddb },
      },
    },
    bf16 = {
      -0x1.5548a4p-2, 0x1.97822ap-3, -0x1.156496p-3, 0x1.5b8248p-4, -0x1.35a17ap-5, 0x1.09a128p-7,
      hard = {},
    },
  },
  atanh = {
    f16 = {
      -0x1.ffffd6p-2, 0x1.5554fap-2, -0x1.00148p-2, 0x1.99d428p-3, -0x1.5032eap-3, 0x1.1ea256p-3,
      -0x1.3b2844p-3, 0x1.1f4288p-3,
      hard = {},
    },
    bf16 = {
      -0x1.0002cap-1, 0x1.555ecep-2, -0x1.fcd26ep-3, 0x1.95c702p-3, -0x1.8d0eb4p-3, 0x1.5c81f2p-3,
      hard = {},
    },
  },
  cbrt = {
    f16 = {
      0x1.555546p-1, 0x1.1c71ap-1, 0x1.f9a23ap-2, 0x1.cf795ap-2, 0x1.b7f40ap-2, 0x1.a02a64p-2,
      hard = {},
    },
    bf16 = {
      0x1.55536p-1, 0x1.1c6f54p-1, 0x1.ff7516p-2, 0x1.d58622p-2,
      hard = {},
    },
  },
  cos = {
    f16 = {
      -0x1.55554ap-3, 0x1.110edcp-7, -0x1.9f700cp-13, 0x1.5db846p-19,
      hard = {},
    },
    bf16 = {
      0x1.921fb6p1, -0x1.4abbbep2, 0x1.46680ap1, -0x1.323ae8p-1, 0x1.3c7d28p-4,
      hard = {},
    },
  },
  cosh = {
    f16 = {
      0x1.000002p2, 0x1.fffff6p1, 0x1.fffd1ap0, 0x1.555a18p-1, 0x1.575eeep-3, 0x1.0fe5c6p-5,
      hard = {},
    },
    bf16 = {
      0x1.ffffe8p1, 0x1.fffb34p1, 0x1.0005b6p1, 0x1.57e0b6p-1, 0x1.53a1p-3,
      hard = {},
    },
  },
  erf = {
    f16 = {
      0x1.20dd74p0, 0x1.77fdacp-2, 0x1.1e0394p-4, 0x1.340be4p-7, 0x1.6d5f56p-13, 0x1.5145d4p-1,
      0x1.73a682p-3, 0x1.b60996p-6, 0x1.0676b8p-9,
      hard = {},
    },
    bf16 = {
      0x1.20dd76p0, 0x1.08f8aep-3, 0x1.f87dfp-6, 0x1.cab11ap-2, 0x1.3aa728p-4, 0x1.1afcb2p-8,
      hard = {},
    },
  },
  exp = {
    f16 = {
      0x1.fffffep-1, 0x1.fffff2p-1, 0x1.000058p-1, 0x1.555b6ep-3, 0x1.56c3e4p-5, 0x1.112a9ap-7,
      hard = {
        { 0x1000, 0x3c01 },
      },
    },
    bf16 = {
      0x1.fffffep-1, 0x1.fffb38p-1, 0x1.000652p-1, 0x1.57e26cp-3, 0x1.539824p-5,
      hard = {},
    },
  },
  exp2 = {
    f16 = {
      0x1.62e44cp-1, 0x1.ebfd0ep-3, 0x1.c6b03ep-5, 0x1.3b361ap-7, 0x1.5ebd58p-10, 0x1.46aea4p-13,
      hard = {
        { 0x11c5, 0x3c01 },
      },
    },
    bf16 = {
      0x1.62e432p-1, 0x1.ebf9b2p-3, 0x1.c6ae68p-5, 0x1.3ced92p-7, 0x1.5f7698p-10,
      hard = {},
    },
  },
  expm1 = {
    f16 = {
      0x1.ffffd6p-2, 0x1.555518p-3, 0x1.554654p-5, 0x1.120612p-7, 0x1.6bbc34p-10,
      hard = {
        { 0x11a8, 0x11a9 },
      },
    },
    bf16 = {
      0x1.fffe7p-2, 0x1.555632p-3, 0x1.570522p-5, 0x1.1138d2p-7,
      hard = {},
    },
  },
  gelu = {
    f16 = {
      0x1.fffffep-1, 0x1.ffffecp-2, 0x1.fffd4ep-4, 0x1.555a1p-6, 0x1.575eaep-9, 0x1.0fd9dcp-12,
      0x1p-1, 0x1.54387cp-2, 0x1.a6d364p-4, 0x1.b5a3bcp-7, 0x1.765e5cp0, 0x1.bf201ep-1,
      0x1.085bbap-2, 0x1.1270bp-5,
      hard = {},
    },
    bf16 = {
      0x1.ffffe8p-1, 0x1.fffb2ep-2, 0x1.0005e8p-3, 0x1.57e082p-6, 0x1.539efep-9, 0x1.00008ap-1,
      0x1.030192p-2, 0x1.b26176p-5, -0x1.231e14p-17, 0x1.4dd71cp0, 0x1.4a3c4ap-1, 0x1.0e9e5ep-3,
      hard = {},
    },
  },
  gelu_tanh = {
    f16 = {
      0x1.26aebcp1, 0x1.a5a7dep-4, 0x1.fffffcp-1, 0x1.62e3f6p-1, 0x1.ebfb8ep-3, 0x1.c6d1e4p-5,
      0x1.3d17a8p-7, 0x1.5c5ee8p-10,
      hard = {
        { 0xb3fe, 0xae6b },
      },
    },
    bf16 = {
      0x1.26aec2p1, 0x1.a5a7dp-4, 0x1.ffffecp-1, 0x1.62e0dcp-1, 0x1.ec06dap-3, 0x1.ca145ap-5,
      0x1.3997d6p-7,
      hard = {},
    },
  },
  log = {
    f16 = {
      -0x1.ffffdep-2, 0x1.5554d2p-2, -0x1.0013cep-2, 0x1.99d2ccp-3, -0x1.500ffep-3, 0x1.1e8684p-3,
      -0x1.3aa9b8p-3, 0x1.1fa92ep-3,
      hard = {},
    },
    bf16 = {
      -0x1.0002cap-1, 0x1.555ecep-2, -0x1.fcd26ep-3, 0x1.95c702p-3, -0x1.8d0eb4p-3, 0x1.5c81f2p-3,
      hard = {},
    },
  },
  log10 = {
    f16 = {
      0x1.bcb7c4p-2, -0x1.bcb7d2p-3, 0x1.287928p-3, -0x1.bcd432p-4, 0x1.63e362p-4, -0x1.23bda8p-4,
      0x1.f63e2ep-5, -0x1.118d7ap-4, 0x1.efb43ap-5,
      hard = {
        { 0x338f, 0xb903 }, { 0x57e1, 0x4033 }, { 0x719d, 0x440f },
      },
    },
    bf16 = {
      0x1.bcb7aep-2, -0x1.bcbcccp-3, 0x1.288456p-3, -0x1.b9e69ep-4, 0x1.6043a2p-4, -0x1.593cd2p-4,
      0x1.2f9196p-4,
      hard = {},
    },
  },
  log1p = {
    f16 = {
      -0x1.ffffe8p-2, 0x1.55560cp-2, -0x1.000f9p-2, 0x1.99b37p-3, -0x1.501afep-3, 0x1.1fc30cp-3,
      -0x1.3cf156p-3, 0x1.20d56cp-3,
      hard = {
        { 0x1e03, 0x1dff }, { 0x7683, 0x4919 }, { 0x9dfd, 0x9e01 },
      },
    },
    bf16 = {
      -0x1.0002a2p-1, 0x1.555d98p-2, -0x1.fcd218p-3, 0x1.95ca4ap-3, -0x1.8cea88p-3, 0x1.5cadc8p-3,
      hard = {},
    },
  },
  log2 = {
    f16 = {
      0x1.715476p0, -0x1.715456p-1, 0x1.ec6ffep-2, -0x1.7172d2p-2, 0x1.27a3f2p-2, -0x1.e4f056p-3,
      0x1.9d48dep-3, -0x1.c71be6p-3, 0x1.9f4ebcp-3,
      hard = {},
    },
    bf16 = {
      0x1.715472p0, -0x1.7158b4p-1, 0x1.ec8104p-2, -0x1.6efdap-2, 0x1.248c9p-2, -0x1.1eb6aep-2,
      0x1.f8377ap-3,
      hard = {},
    },
  },
  log_sigmoid = {
    f16 = {
      0x1.000002p0, -0x1.ffffdcp-1, 0x1.fffd18p-2, -0x1.555984p-3, 0x1.5763d8p-5, -0x1.0fe9cep-7,
      -0x1.fffffep-1, 0x1.fffeaap-2, -0x1.553004p-2, 0x1.fcc8c2p-3, -0x1.874a86p-3, 0x1.17d2c4p-3,
      -0x1.4069b2p-4, 0x1.e36a16p-6, -0x1.56edf4p-8,
      hard = {},
    },
    bf16 = {
      0x1.00001ep0, -0x1.fffa22p-1, 0x1.000658p-1, -0x1.57e6f4p-3, 0x1.539b02p-5, -0x1.ffff64p-15,
      0x1.ffdc86p-30, -0x1.530b0ap-44, 0x1.e15fdep-59, -0x1.319e3ep-73, 0x1.0feff4p-88, -0x1.cef868p-105,
      hard = {},
    },
  },
  mish = {
    f16 = {
      0x1.fffffep-1, 0x1.fffff4p-1, 0x1.fffeep-2, 0x1.555af2p-3, 0x1.56d706p-5, 0x1.10ac5p-7,
      hard = {
        { 0x1685, 0x13d5 }, { 0x3e49, 0x3ded }, { 0x8fbf, 0x8ca5 },
      },
    },
    bf16 = {
      0x1.ffffe8p-1, 0x1.fffb34p-1, 0x1.0005b6p-1, 0x1.57e0b6p-3, 0x1.53a1p-5,
      hard = {},
    },
  },
  rsqrt = {
    f16 = {
      hard = {},
    },
    bf16 = {
      hard = {},
    },
  },
  sigmoid = {
    f16 = {
      0x1.000002p0, -0x1.ffff62p-1, 0x1.ffff56p-2, -0x1.556812p-3, 0x1.56da1ap-5, -0x1.113ccap-7,
      hard = {
        { 0xb13f, 0x3758 },
      },
    },
    bf16 = {
      0x1.fffffcp-1, -0x1.fffb48p-1, 0x1.0005aap-1, -0x1.57e20ap-3, 0x1.53a09cp-5,
      hard = {},
    },
  },
  silu = {
    f16 = {
      0x1p0, 0x1.ffffd8p-1, 0x1.fffd86p-2, 0x1.5559bcp-3, 0x1.575ec8p-5, 0x1.0fcfc2p-7,
      hard = {},
    },
    bf16 = {
      0x1.fffffp-1, 0x1.fffaecp-1, 0x1.000236p-1, 0x1.57d3e6p-3, 0x1.53ac0cp-5,
      hard = {},
    },
  },
  sin = {
    f16 = {
      -0x1.55555cp-3, 0x1.110f0ap-7, -0x1.9f6a6ap-13, 0x1.5dba0ap-19,
      hard = {
        { 0x32b3, 0x32a7 },
      },
    },
    bf16 = {
      0x1.921fb4p1, -0x1.4abbcp2, 0x1.46680ap1, -0x1.323b28p-1, 0x1.3c78c6p-4,
      hard = {},
    },
  },
  sinh = {
    f16 = {
      0x1.000006p-1, 0x1.5554b6p-3, 0x1.555682p-5, 0x1.1227dcp-7, 0x1.6beb5cp-10,
      hard = {},
    },
    bf16 = {
      0x1.fffe7p-2, 0x1.555632p-3, 0x1.570522p-5, 0x1.1138d2p-7,
      hard = {},
    },
  },
  softplus = {
    f16 = {
      0x1.000002p0, -0x1.ffffdcp-1, 0x1.fffd18p-2, -0x1.555984p-3, 0x1.5763d8p-5, -0x1.0fe9cep-7,
      0x1.fffffep-1, -0x1.fffeaap-2, 0x1.553004p-2, -0x1.fcc8c2p-3, 0x1.874a86p-3, -0x1.17d2c4p-3,
      0x1.4069b2p-4, -0x1.e36a16p-6, 0x1.56edf4p-8,
      hard = {},
    },
    bf16 = {
      0x1.00001ep0, -0x1.fffa22p-1, 0x1.000658p-1, -0x1.57e6f4p-3, 0x1.539b02p-5, 0x1.ffff64p-15,
      -0x1.ffdc86p-30, 0x1.530b0ap-44, -0x1.e15fdep-59, 0x1.319e3ep-73, -0x1.0feff4p-88, 0x1.cef868p-105,
      hard = {},
    },
  },
  softsign = {
    f16 = {
      hard = {},
    },
    bf16 = {
      hard = {},
    },
  },
  tan = {
    f16 = {
      0x1.55549cp-2, 0x1.112f18p-3, 0x1.b56cc6p-5, 0x1.912262p-6, 0x1.8d057ep-9, 0x1.36315ep-7,
      hard = {
        { 0x2894, 0x2895 },
      },
    },
    bf16 = {
      0x1.921fa6p1, 0x1.4ac9f4p3, 0x1.44340cp5, 0x1.65e184p7, 0x1.f9962ep7, 0x1.a97118p12,
      hard = {},
    },
  },
  tanh = {
    f16 = {
      0x1p0, 0x1.01c884p-3, 0x1.4e019ep-9, 0x1.6cb696p-18, 0x1.d63984p-2, 0x1.6d175p-6,
      0x1.6cb0d6p-13,
      hard = {},
    },
    bf16 = {
      0x1.ffff1ep-1, 0x1.b3a276p-4, 0x1.a937c2p-11, 0x1.c22f44p-2, 0x1.ce0bc8p-7,
      hard = {},
    },
  },
}
