-- The DSP instructions of Cortex-M4, M7 and others: four bytes or two halves in a register of 32 bits. Spellings only:
-- gen/dictionary/words.lua defines the words.
--   $1 $2 $3 operands   $e suffix   $p address
-- Subtractions set flags for the lanes in which the first operand was not smaller, and __sel chooses by these flags.

local function by(difference, if_not_below, else_)
  return { ("((void)%s, __sel(%s, %s))"):format(difference, if_not_below, else_), cost = 2 }
end

isa "dsp" {
  says = "DSP of Cortex-M4", rank = 27, number = 4, bits = 32, guard = "defined(__ARM_FEATURE_SIMD32) && !defined(__ARM_BIG_ENDIAN)",
  machine = "arm thumbv7em", header = "arm_acle.h", loop = "last", precompiled = false, features = {},
  -- on a Cortex-M7, which has an FPU with doubles: libgcc's sum of doubles is wrong on M3 and M4 (GCC 12)
  compiler = "arm-none-eabi-gcc -mthumb -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard", platform = "cortex_m", seldom = true,
  link = "-nostartfiles -T tests/firmware/firmware.ld -Wl,--gc-sections " ..
         "-Wl,--defsym=ROM_START=0,--defsym=ROM_SIZE=4M " ..
         "-Wl,--defsym=RAM_START=0x60000000,--defsym=RAM_SIZE=16M,--defsym=STACK_SIZE=256K",
  run = "qemu-system-arm -M mps2-an500 -nographic -monitor none -serial null -chardev stdio,id=text " ..
        "-semihosting-config enable=on,target=native,chardev=text,arg=$isa -kernel $program",
  packages = "gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm",
  free = { "^u?int%d+_t$" },

  lanes { i8 = "", u8 = "", i16 = "", u16 = "" } {
    reg = "uint32_t", load = "bl_load_bytes_u32($p)", store = "bl_store_bytes_u32($p, $1)", zero = "0u",
    bit_and = "$1 & $2", bit_or = "$1 | $2", bit_xor = "$1 ^ $2", select = { "($1 & $2) | (~$1 & $3)", cost = 3 },
    both = "$1 & $2", either = "$1 | $2", differ = "$1 ^ $2", opposite = "~$1", keep = "$1 & $2", drop = "~$1 & $2",
    lanes_from_mask = "$1", mask_from_lanes = "$1",
  },
  lanes { i8 = "", i16 = "" } { mask = "uint32_t", not_all = "$1 != UINT32_MAX" },
  lanes { i8 = "8", u8 = "8" } { splat = "(uint8_t)$1 * UINT32_C(0x01010101)" },
  lanes { i16 = "16", u16 = "16" } { splat = "(uint16_t)$1 * UINT32_C(0x00010001)" },
  lanes { i8 = "8", u8 = "8", i16 = "16", u16 = "16" } {
    add = "__uadd$e($1, $2)", sub = "__usub$e($1, $2)", eq = by("__usub$e(0, $1 ^ $2)", "UINT32_MAX", "0"),
  },
  lanes { u8 = "8", u16 = "16" } {
    add_saturated = "__uqadd$e($1, $2)", sub_saturated = "__uqsub$e($1, $2)",
    minimum = by("__usub$e($1, $2)", "$2", "$1"), maximum = by("__usub$e($1, $2)", "$1", "$2"),
    lt = by("__usub$e($1, $2)", "0", "UINT32_MAX"), le = by("__usub$e($2, $1)", "UINT32_MAX", "0"),
  },
  lanes { i8 = "8", i16 = "16" } {
    add_saturated = "(uint32_t)__qadd$e((int32_t)$1, (int32_t)$2)", sub_saturated = "(uint32_t)__qsub$e((int32_t)$1, (int32_t)$2)",
    minimum = by("__ssub$e((int32_t)$1, (int32_t)$2)", "$2", "$1"), maximum = by("__ssub$e((int32_t)$1, (int32_t)$2)", "$1", "$2"),
    lt = by("__ssub$e((int32_t)$1, (int32_t)$2)", "0", "UINT32_MAX"), le = by("__ssub$e((int32_t)$2, (int32_t)$1)", "UINT32_MAX", "0"),
  },
  lanes { i8 = "", u8 = "" } {
    mask_from_byte = by("__usub8($1, UINT32_C(0x01010101))", "UINT32_MAX", "0"), byte_from_mask = "$1 & UINT32_C(0x01010101)",
  },
}
