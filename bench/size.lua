-- `make size`: the bytes that a linker keeps of the output of `make vendor`, and their stack: lua5.4 bench/size.lua GENERATOR OUT
--
-- OUT is a folder for all intermediate files; the page goes to standard output. Sizes come from the linker's map. The
-- stack is the sum along calls. The compiler reports the frames of our functions (-fstack-usage); those of its library are
-- the pushes and subtractions in the linked image, whose disassembly also shows the calls. An indirect call
-- counts as the worst kernel.
--
-- SPDX-License-Identifier: Apache-2.0

local generator, out = ...

local targets = {
  { name = "Cortex-M0+", prefix = "arm-none-eabi-", flags = "-mcpu=cortex-m0plus -mthumb", machine = "arm", emulator = "qemu-arm-static -cpu cortex-a7",
    has_newlib = true },
  { name = "Cortex-M4", prefix = "arm-none-eabi-", flags = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16", machine = "arm", emulator = "qemu-arm-static -cpu cortex-a7",
    emulator_of_blocks = "qemu-arm-static -cpu cortex-a7",
    has_newlib = true },
  { name = "Cortex-M55", prefix = "arm-none-eabi-", flags = "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard", machine = "arm", isas = "scalar,mve",
    emulator_of_blocks = "qemu-system-arm -M mps3-an547 -nographic -semihosting -kernel", -- MVE is not in emulators of programs
    image = "-T tests/firmware/firmware.ld -Wl,--defsym=ROM_START=0,--defsym=ROM_SIZE=512K,--defsym=RAM_START=0x20000000,--defsym=RAM_SIZE=512K,--defsym=STACK_SIZE=16K tests/firmware/cortex_m.S" },
  { name = "RV32IMC", prefix = "riscv64-unknown-elf-", flags = "-march=rv32imc -mabi=ilp32", machine = "riscv", emulator = "qemu-riscv32-static", relaxes = true },
  { name = "ATmega1284P", prefix = "avr-", flags = "-mmcu=atmega1284p", machine = "avr", libraries = "-lm",
    no_full = true, no_doubles = true }, -- the full runtime's tiles are all its RAM, and double has 32 bits
  { name = "x86-64", prefix = "", flags = "-fno-pic -no-pie -static -fno-asynchronous-unwind-tables -fcf-protection=none", machine = "x86" },
}

-- The vendored operators (`ops` and `dtypes`, as for make vendor) and the functions that a program uses. The page lists the stack of each
-- function, in this order.
local four = { "add", "sub", "mul", "div" }
local function planned(ops, besides)
  local roots = { "bl_plan_make", "bl_plan_run", besides }
  for _, op in ipairs(ops) do
    roots[#roots + 1] = "&bl_op_" .. op
  end
  return roots
end
local function contiguous(ops, dtype)
  local roots = {}
  for _, op in ipairs(ops) do
    roots[#roots + 1] = "bl_" .. op .. "_" .. dtype
  end
  return roots
end
local programs = {
  { ops = "add", dtypes = "f32", what = "add f32, contiguous", roots = contiguous({ "add" }, "f32") },
  { ops = "add", dtypes = "f32", what = "add f32, by a value", roots = { "bl_add_f32_value" } },
  { ops = "add", dtypes = "f32", what = "add f32, with planning", roots = planned { "add" } },
  { ops = "add", dtypes = "f32", what = "add f32, in one call", roots = { "bl_add" } },
  { ops = "add", dtypes = "i8", what = "add i8, contiguous", roots = contiguous({ "add" }, "i8") },
  { ops = "add", dtypes = "i8", what = "add i8, with planning", roots = planned { "add" } },
  { ops = "add", dtypes = "i8", what = "add i8, in one call", roots = { "bl_add" } },
  { ops = "add,sub,mul,div", dtypes = "f32", what = "four operators, f32, contiguous", roots = contiguous(four, "f32") },
  { ops = "add,sub,mul,div", dtypes = "f32", what = "four operators, f32, with planning", roots = planned(four) },
  { ops = "add,sub,mul,div", dtypes = "i8,f32", what = "four operators, i8 and f32, with planning", roots = planned(four) },
  { ops = "add,sub,mul,div", dtypes = "i8,f32", what = "the same, with self-test", roots = planned(four, "bl_selftest"), selftest = true },
  { ops = "cast", dtypes = "f32,i8", what = "cast f32 to i8, contiguous", roots = { "bl_cast_f32_i8" } },
  { ops = "cast", dtypes = "f32,i8", what = "cast i8 to f32, contiguous", roots = { "bl_cast_i8_f32" } },
  { ops = "quantize_linear", dtypes = "f32,i8", what = "quantize_linear f32 to i8, contiguous", roots = { "bl_quantize_linear_f32_f32_i8" } },
  { ops = "quantize_linear", dtypes = "f32,i8", what = "quantize_linear f32 to i8, by values", roots = { "bl_quantize_linear_f32_f32_i8_value" } },
  { ops = "quantize_linear", dtypes = "f32,i8", what = "quantize_linear f32 to i8, with planning", roots = planned { "quantize_linear" } },
  { ops = "dequantize_linear", dtypes = "f32,i8", what = "dequantize_linear i8 to f32, contiguous", roots = { "bl_dequantize_linear_i8_f32" } },
  { ops = "dequantize_linear", dtypes = "f32,i8", what = "dequantize_linear i8 to f32, with planning", roots = planned { "dequantize_linear" } },
  { ops = "dequantize_linear", dtypes = "f32,i4", what = "dequantize_linear i4 to f32, contiguous", roots = { "bl_dequantize_linear_i4_f32" } },
  { ops = "dequantize_linear", dtypes = "f32,i4", what = "dequantize_linear i4 to f32, with planning", roots = planned { "dequantize_linear" } },
  { ops = "tflite_add", dtypes = "i8", from = "examples/tflite/tflite.lua", what = "tflite_add i8, contiguous", roots = { "bl_tflite_add_i8" } },
  { ops = "tflite_add", dtypes = "i8", from = "examples/tflite/tflite.lua", what = "tflite_add i8, with planning", roots = planned { "tflite_add" } },
  { ops = "exp", dtypes = "f32", what = "exp f32, contiguous", roots = contiguous({ "exp" }, "f32"), doubles = true },
  { ops = "tanh", dtypes = "f32", what = "tanh f32, contiguous", roots = contiguous({ "tanh" }, "f32"), doubles = true },
  { ops = "sigmoid", dtypes = "f32", what = "sigmoid f32, contiguous", roots = contiguous({ "sigmoid" }, "f32"), doubles = true },
  { ops = "gelu", dtypes = "f32", what = "gelu f32, contiguous", roots = contiguous({ "gelu" }, "f32"), doubles = true },
  { ops = "pow", dtypes = "f32", what = "pow f32, contiguous", roots = { "bl_pow_f32_f32" }, doubles = true },
  { ops = "atan2", dtypes = "f32", what = "atan2 f32, contiguous", roots = contiguous({ "atan2" }, "f32"), doubles = true },
  { ops = "hypot", dtypes = "f32", what = "hypot f32, contiguous", roots = contiguous({ "hypot" }, "f32"), doubles = true },
  { ops = "exp", dtypes = "f64", what = "exp f64, contiguous", roots = contiguous({ "exp" }, "f64"), doubles = true },
  { ops = "log", dtypes = "f64", what = "log f64, contiguous", roots = contiguous({ "log" }, "f64"), doubles = true },
  { ops = "sin", dtypes = "f64", what = "sin f64, contiguous", roots = contiguous({ "sin" }, "f64"), doubles = true },
  { ops = "hypot", dtypes = "f64", what = "hypot f64, contiguous", roots = contiguous({ "hypot" }, "f64"), doubles = true },
  { ops = "add", dtypes = "f32", runtime = "full", what = "full runtime: add f32, contiguous", roots = contiguous({ "add" }, "f32") },
  { ops = "add", dtypes = "f32", runtime = "full", what = "full runtime: add f32, with planning", roots = planned { "add" } },
  { ops = "add", dtypes = "f32", runtime = "full", what = "full runtime: add f32, in one call", roots = { "bl_add" } },
}
-- Quantisation by one scale and zero point, as in a block; its instructions are counted for as many elements as a tile of the compact runtime has.
local block = 64
local blocks = {
  { ops = "dequantize_linear", dtypes = "f32,i8", what = "i8 to f32", takes = "const int8_t", value = "0.5f", gives = "float", of = "i8_f32" },
  { ops = "dequantize_linear", dtypes = "f32,i4", what = "i4 to f32", takes = "const uint8_t", value = "0.5f", gives = "float", of = "i4_f32" },
  { ops = "dequantize_linear", dtypes = "f16,i4", what = "i4 to f16", takes = "const uint8_t", value = "(const uint16_t *)b", gives = "uint16_t",
    of = "i4_f16" },
  { ops = "quantize_linear", dtypes = "f32,i8", what = "f32 to i8", takes = "const float", value = "0.5f", gives = "int8_t", of = "f32_f32_i8" },
  { ops = "quantize_linear", dtypes = "f32,i4", what = "f32 to i4", takes = "const float", value = "0.5f", gives = "uint8_t", of = "f32_f32_i4" },
}
-- Functions, whose instructions are counted: all with proofs in tests/prove, and also add. Ordinary inputs
-- are numbers from -9 to 9, or those among them for which a function has results.
local domains = { acos = { -1, 1 }, acosh = { 1, 9 }, asin = { -1, 1 }, atanh = { -1, 1 }, log = { 0, 9 }, log10 = { 0, 9 }, log1p = { -1, 9 },
  log2 = { 0, 9 }, pow = { 0, 9 }, rsqrt = { 0, 9 } }
local of_two = { add = true, atan2 = true, hypot = true, pow = true }
-- The bits of a number as f16 that is neither subnormal nor too large.
local function half(number)
  local exponent = math.floor(math.log(math.abs(number), 2))
  return (number < 0 and 0x8000 or 0) + (exponent + 14 << 10) + math.floor(math.abs(number) * 2.0 ^ (10 - exponent))
end
local function packed(integer, float)
  return function(number) return (string.unpack(integer, string.pack(float, number))) end
end
local formats = {
  f32 = { bits = "uint32_t", bits_of = packed("<I4", "<f"), c = "float", newlib = "f", literal = "%du" },
  f16 = { bits = "uint16_t", bits_of = half, c = "uint16_t", literal = "%du" },
  f64 = { bits = "uint64_t", bits_of = packed("<i8", "<d"), c = "double", newlib = "", literal = "UINT64_C(0x%x)" },
}
local not_newlib = { add = true, elu = true, gelu = true, gelu_tanh = true, log_sigmoid = true, mish = true, rsqrt = true, sigmoid = true, silu = true,
  softplus = true, softsign = true }
local function newlib_of(program)
  return program.name and program.dtype ~= "f16" and not not_newlib[program.name] and program.name .. formats[program.dtype].newlib
end
local ranks = { 2, 4, 8 } -- of the plans whose size the page lists

-- Targets of the project, with the words of `programs` and of stacks.
local goals = {
  { "add f32, contiguous, Cortex-M0+: .text; .bss", "1,118; 12", "≤ 500; 0" },
  { "add f32, by a value, Cortex-M0+: .text and .rodata", "–", "≤ 450" },
  { "add f32, with planning, Cortex-M0+: .text", "16,192", "≤ 4,096" },
  { "stack on Cortex-M0+: `bl_plan_make`; `bl_plan_run`; `bl_add`", "456; ≥ 1,104; ≥ 1,432", "≤ 400; ≤ 400; ≤ 700" },
  { "a kernel, add f32 vv, Cortex-M0+: .text", "86", "≤ 100" },
  { "files of `make vendor OPS=add DTYPES=f32 ISAS=scalar SPECS=none FORM=tree`, except manifest and licence", "19 generated, and the necessary ones of 39", "≤ 14" },
  { "four operators, i8 and f32, with planning, Cortex-M4: .text", "17,026", "≤ 6,500" },
  { "tflite_add i8, contiguous, Cortex-M4: .text and .rodata", "1,762", "≤ 1,272" },
  { "an element's longest time, Cortex-M4: instructions of pow f32; of atan2 f32", "142,974; 75,682", "≤ 20,000; ≤ 20,000" },
}

-- ---- Running other programs ----

local function run(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local text = pipe:read("a")
  if not pipe:close() then
    io.stderr:write("size.lua: ", command, "\n", text)
    os.exit(1)
  end
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

local function with_commas(number)
  local text = tostring(number)
  repeat
    local count
    text, count = text:gsub("^(%d+)(%d%d%d)", "%1,%2")
  until count == 0
  return text
end

-- ---- The linker's output ----

local columns = { ".text", ".rodata", ".data", ".bss" }
local column_of = { [".text"] = ".text", [".rodata"] = ".rodata", [".srodata"] = ".rodata", [".data"] = ".data", [".sdata"] = ".data",
  [".bss"] = ".bss", [".sbss"] = ".bss", [".progmem"] = ".rodata" }

-- Bytes of Broadloom by column, and the total of the compiler's library.
local function read_map(path)
  local sizes = { library = 0 }
  for _, column in ipairs(columns) do
    sizes[column] = 0
  end
  local text = assert(io.open(path)):read("a")
  text = text:sub(text:find("Linker script and memory map", 1, true) or error("no map in " .. path))
  for section, size, file in text:gmatch("\n (%.[%w_.$-]+)%s+0x%x+%s+0x(%x+) ([^\n]+)") do
    local bytes = tonumber(size, 16)
    local column = column_of[section:match("^%.[a-z]+")]
    if column and file:find("broadloom.o", 1, true) then
      sizes[column] = sizes[column] + bytes
    elseif column and file:find("%.a%(") then
      sizes.library = sizes.library + bytes
    end
  end
  return sizes
end

-- ---- The stack ----

-- The bytes of the frame of each function that the compiler has compiled.
local function read_frames(path)
  local frames = {}
  for line in io.lines(path) do
    local name, bytes, kind = line:match("^.*:([%w_]+)[^:\t]*\t(%d+)\t([%w,]+)$") -- without .constprop and the like
    assert(kind == "static" or kind == "dynamic,bounded", line .. ": its frame has no bound")
    frames[name] = math.max(frames[name] or 0, tonumber(bytes))
  end
  return frames
end

-- How many registers a list like {r4, r5-r7, lr} has.
local function registers_in(list)
  local count = 0
  for item in list:gmatch("[^,%s]+") do
    local first, last = item:match("^%a+(%d+)%-%a+(%d+)$")
    count = count + (first and last - first + 1 or 1)
  end
  return count
end

-- For each machine: a function from an instruction to the bytes that it pushes; the form of a call, of an indirect call or jump, and of instructions after
-- which the next one does not run; the bytes that a call itself pushes.
local machines = {
  arm = {
    pushed = function(name, operands)
      if name == "push" or name == "push.w" or name == "stmdb" and operands:find("^sp!") then
        return 4 * registers_in(operands:match("{(.*)}"))
      elseif name == "vpush" then
        return (operands:find("{d") and 8 or 4) * registers_in(operands:match("{(.*)}"))
      elseif name:find("^sub") then
        return tonumber(operands:match("^sp, #(%d+)") or operands:match("^sp, sp, #(%d+)")) or 0
      elseif name:find("^str") then
        return tonumber(operands:match("%[sp, #%-(%d+)%]!")) or 0
      end
      return 0
    end,
    calls = { bl = true, blx = true },
    is_indirect = function(name, operands) return name == "blx" and not operands:find("<") or name == "bx" and operands ~= "lr" end,
    ends = function(name, operands)
      return name:find("^b%.?[nw]?$") or name == "bx" or operands:find("pc}") or name == "udf" or name:find("^tb[bh]$") or operands:find("^pc")
    end,
    call = 0,
  },
  riscv = {
    pushed = function(name, operands) return name:find("^addi?$") and tonumber(operands:match("^sp,sp,%-(%d+)")) or 0 end,
    calls = { jal = true, call = true },
    is_indirect = function(name, operands) return (name == "jalr" or name == "jr") and operands ~= "ra" end,
    ends = function(name) return name == "j" or name == "jr" or name == "ret" end,
    call = 0,
  },
  avr = {
    pushed = function(name, operands) return name == "push" and 1 or name == "rcall" and operands:find("^%.%+0") and 2 or 0 end,
    calls = { call = true, rcall = true },
    is_indirect = function(name) return name == "icall" or name == "eicall" or name == "ijmp" end,
    ends = function(name) return name == "ret" or name == "jmp" or name == "rjmp" or name == "ijmp" end,
    call = 2,
  },
  x86 = {
    pushed = function(name, operands)
      return name:find("^push") and 8 or name:find("^sub") and tonumber((operands:match("^%$0x(%x+),%%rsp"))or "x", 16) or 0
    end,
    calls = { call = true, callq = true },
    is_indirect = function(name, operands) return (name:find("^call") or name == "jmp") and operands:find("^%*") end,
    ends = function(name) return name:find("^ret") or name:find("^jmp") or name == "ud2" or name == "hlt" end,
    call = 8,
  },
}

-- Padding before the next function; it is not part of a path.
local function is_padding(instruction, operands)
  return instruction:find("nop") or operands:find("nop") or instruction == "xchg" and operands == "%ax,%ax"
end

-- Functions of the image by name: pushed, and edges { to, is_call, is_whole } to others.
local function read_image(disassembly, machine)
  local functions, order = {}, {}
  local current
  for line in disassembly:gmatch("[^\n]+") do
    local name = line:match("^%x+ <([^>]+)>:$")
    if name then
      local previous = current
      current = { name = name, pushed = 0, edges = {}, goes_on = true, is_indirect = false }
      if previous and previous.goes_on then
        previous.edges[#previous.edges + 1] = { to = name, falls = true }
      end
      functions[name] = functions[name] or current
      order[#order + 1] = current
    end
    local code = current and line:match("^%s*%x+:\t[^\t]+\t%s*(%S.*)$")
    if code and not code:find("^%.") then -- else data
      local instruction, operands = code:match("^(%S+)%s*(.-)%s*$")
      local target, offset = operands:match("<([^>+]+)(%+?[%w]*)>")
      current.pushed = current.pushed + machine.pushed(instruction, operands)
      if not is_padding(instruction, operands) then
        current.goes_on = not machine.ends(instruction, operands)
      end
      if machine.is_indirect(instruction, operands) then
        current.is_indirect = true
      elseif target and (target ~= current.name or machine.calls[instruction] and offset == "") and
        (machine.calls[instruction] or instruction:find("^[bjc]") or instruction == "rjmp") then
        current.edges[#current.edges + 1] = { to = target, is_call = machine.calls[instruction], is_whole = offset == "" }
      end
    end
  end
  if current then
    current.goes_on = false
  end
  return functions
end

local function is_kernel(name)
  return name:find("^bl_%w[%w_]*_%w+_%w+_[vs]+$")
end

-- A function from names to the most bytes of stack that they and what they call have at once.
local function stack_reader(functions, frames, machine)
  local known, open = {}, {}
  local deepest

  -- Kernels of operators with shorter ways call other kernels by a pointer; those call none.
  local function worst_kernel(of_kernel)
    local most = 0
    for name, f in pairs(functions) do
      if is_kernel(name) and not (of_kernel and f.is_indirect) then
        most = math.max(most, deepest(name))
      end
    end
    return most
  end

  function deepest(name)
    local f = functions[name]
    if known[name] or not f then
      return known[name] or 0 -- memcpy and the like, which belong to the firmware
    end
    local own = frames[name:match("^[^.]+")]
    if open[name] then
      assert(not own, name .. " calls itself")
      return 0 -- a loop of jumps within the compiler's library
    end
    open[name] = true
    local frame = own or f.pushed + machine.call
    local below, beside = own and f.is_indirect and worst_kernel(is_kernel(name)) or 0, 0 -- the library calls none of Broadloom's functions
    for _, edge in ipairs(f.edges) do
      if edge.is_call or not own then
        below = math.max(below, deepest(edge.to))
      elseif not edge.falls then
        beside = math.max(beside, deepest(edge.to)) -- a last call that has taken the frame's place
      end
    end
    open[name] = nil
    known[name] = math.max(frame + below, beside)
    return known[name]
  end

  return deepest
end

-- ---- Measuring ----

local vendored = {}

local function vendor(target, program)
  local runtime = program.runtime or "compact"
  local folder = ("%s/%s-%s-%s-%s%s%s"):format(out, program.folder or program.ops, program.dtypes, target.isas, runtime, program.selftest and "-selftest" or "",
    program.rank and "-rank" .. program.rank or ""):gsub(",", "+")
  if not vendored[folder] then
    vendored[folder] = true
    run(("%s --runtime %s --ops %s%s --dtypes %s --isas %s --specs none --selftest %s --rank %d --form single --vendor %s"):format(
      generator, runtime, program.ops, program.from and " --ops-from " .. program.from or "", program.dtypes, target.isas,
      program.selftest and "yes" or "no", program.rank or 8, folder))
  end
  return folder
end

-- Bytes of a plan for an operator with two inputs.
local function plan_size(target, runtime, rank)
  local folder = vendor(target, { ops = "add", dtypes = "f32", runtime = runtime, rank = rank })
  local base = folder .. "/plan-" .. target.name
  write(base .. ".c", '#include "broadloom.h"\nunsigned char plan[sizeof(bl_plan)] = {1};\n')
  run(("%sgcc -std=c99 -ffreestanding %s -I%s -c %s.c -o %s.o"):format(target.prefix, target.flags, folder, base, base))
  return tonumber(run(("%snm -S %s.o"):format(target.prefix, base)):match("%x+ (%x+) D _?plan"), 16)
end

local function compile(target, folder)
  local object = ("%s/%s/broadloom.o"):format(folder, target.name)
  run("mkdir -p " .. folder .. "/" .. target.name)
  run(("%sgcc -std=c99 -Os -ffreestanding -ffunction-sections -fdata-sections -fstack-usage %s -c %s/broadloom.c -o %s"):format(
    target.prefix, target.flags, folder, object))
  return object
end

-- ---- Instructions ----

local edges = {
  f32 = { 0, 0x80000000, 1, 0x7fffff, 0x80800000, 0x33800000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x41200000, 0x4b000001, 0x7149f2ca, 0x7f7fffff,
    0x7f800000, 0xff800000, 0x7fc00000 },
  f16 = { 0, 0x8000, 1, 0x3ff, 0x8400, 0x1000, 0x3c00, 0xbc00, 0x3bff, 0x4900, 0x6401, 0x7bff, 0x7c00, 0xfc00, 0x7e00 },
  f64 = { 0, 1 << 63, 1, (1 << 52) - 1, 0x801 << 52, 0x3e2 << 52, 0x3ff << 52, 0xbff << 52, (0x3ff << 52) - 1, 0x4024 << 48, 0x4330000000000001,
    0x7e37e43c8800759c, (0x7ff << 52) - 1, 0x7ff << 52, 0xfff << 52, 0x7ff8 << 48 },
}
local ordinary = 12 -- the first cases of each function

-- The cases of a function, each of two operands as bits: ordinary ones, edges, and some that are hardest to round.
local function cases_of(name, dtype)
  local cases, seed, of, bits_of = {}, 1, edges[dtype], formats[dtype].bits_of
  local least, most = table.unpack(domains[name] or { -9, 9 })
  local function number(from, to)
    seed = seed * 1664525 + 1013904223 & 0xffffffff
    return bits_of(from + (to - from) * (seed + 0.5) / 0x1p32)
  end
  for i = 1, ordinary do cases[i] = { number(least, most), number(-9, 9) } end
  for i, bits in ipairs(of) do cases[#cases + 1] = { bits, of[i % #of + 1] } end
  for _, set in ipairs { "", "-near", "-exact" } do
    local file, taken = io.open(("tests/prove/%s_%s%s.txt"):format(name, dtype, set)), 0
    for line in file and file:lines() or function() end do
      local a, b = line:match("^hard (%x+) (%x+)")
      if a and taken < 10 then cases[#cases + 1], taken = { tonumber(a, 16), tonumber(b, 16) }, taken + 1 end
    end
  end
  if dtype == "f64" then -- two hard ones, because each takes an emulator as long as all others
    local taken = 0
    for line in io.lines(("tests/prove/doubles/%s.txt"):format(name)) do
      local a, b = line:match("^([^#,]+),?(.*)$")
      if a and tonumber(a) and taken < 2 then
        cases[#cases + 1], taken = { bits_of(tonumber(a)), bits_of(tonumber(b) or 0.0) }, taken + 1
      end
    end
  end
  return cases
end

-- Compile size_count.c with the cases of BASE.h, and count the instructions of each.
local function count(target, folder, base, call, newlib, emulator)
  run(("%sgcc -std=c99 -Os -w -ffreestanding -fno-tree-loop-distribute-patterns -fno-strict-aliasing %s %s -I%s '-DCASES=\"%s.h\"' '-DCALL=%s' -I. -c bench/size_count.c -o %s.o"):format(
    target.prefix, target.flags, newlib and "-include math.h" or "", folder, base, call, base))
  run(("%sgcc %s -nostdlib %s -Wl,--gc-sections -Wl,--defsym=memcmp=0 %s.o %s -lgcc -o %s.elf"):format(target.prefix, target.flags,
    target.image or target.relaxes and "-Wl,--no-relax" or "", base, newlib and "-lm -lc" or target.objects[folder], base))
  local counts = {}
  for count in run(("bench/size_count.sh '%s' %s.elf"):format(emulator, base)):gmatch("%d+") do
    counts[#counts + 1] = math.tointeger(count)
  end
  return counts
end

-- Instructions that an element takes: ordinary, and the most of all cases. Of Broadloom's function, or of newlib's.
local function instructions(target, program, folder, newlib)
  local base, cases = ("%s/%s/count-%s"):format(folder, target.name, newlib or program.roots[1]), cases_of(program.name, program.dtype)
  local format = formats[program.dtype]
  local function list(name, i)
    local numbers = { format.literal:format(cases[1][i]) }
    for _, case in ipairs(cases) do numbers[#numbers + 1] = format.literal:format(case[i]) end
    return ("static const ELEMENT %s[COUNT] = {%s};\n"):format(name, table.concat(numbers, ", "))
  end
  write(base .. ".h", ("#define ELEMENT %s\n#define COUNT %d\n"):format(format.bits, #cases + 1)
    .. list("a", 1) .. list("b", 2))
  local is_of_two, type = of_two[program.name], format.c
  local call = ("%s(count, (const %s *)(a + i), %s(%s *)out)"):format(program.roots[1], type,
    is_of_two and ("(const %s *)(b + i), "):format(type) or "", type)
  if newlib then
    call = ("NEWLIB(%s, %s(((const %s *)a)[at]%s))"):format(type, newlib, type, is_of_two and (", ((const %s *)b)[at]"):format(type) or "")
  end
  local counts = count(target, folder, base, call, newlib, target.emulator)
  assert(#counts == #cases, program.what .. ": not all of its cases ran")
  local sum, longest = 0, 0
  for i, own in ipairs(counts) do
    sum = sum + (i <= ordinary and own or 0)
    longest = math.max(longest, own)
  end
  return { ordinary = sum // ordinary, longest = longest }
end

-- Instructions that an element takes in a long line with one scale and zero point: those of further `block` elements.
local function instructions_of_block(target, program)
  local folder = vendor(target, program)
  local base = ("%s/%s/block-%s"):format(folder, target.name, program.of)
  target.objects[folder] = target.objects[folder] or compile(target, folder)
  write(base .. ".h", ("#define ELEMENT uint32_t\n#define COUNT 2\n#define EACH %d\n%sstatic const ELEMENT a[2 * EACH], b[1];\n"):format(
    block, target.image and "#define SEMIHOSTED\n" or ""))
  local call = ("bl_%s_%s_value(count, (%s *)a, %s, (const void *)b, (%s *)out)"):format(program.ops, program.of, program.takes, program.value,
    program.gives)
  return ("%.1f"):format(count(target, folder, base, call, nil, target.emulator_of_blocks)[1] / block)
end

local function measure(target, program, number)
  local folder = vendor(target, program)
  local object = target.objects[folder] or compile(target, folder)
  local base = ("%s/%s/%s"):format(folder, target.name, number)
  local machine = machines[target.machine]
  local lines = { '#include "broadloom.h"', "typedef void (*function)(void);", "extern const void *const data[];", "extern const function code[];" }
  local code, data = {}, {}

  target.objects[folder] = object
  for _, root in ipairs(program.roots) do
    if root:find("^&") then
      data[#data + 1] = root
    else
      code[#code + 1] = "(function)" .. root
    end
  end
  data[#data + 1] = "code"
  lines[#lines + 1] = "const function code[] = {" .. table.concat(code, ", ") .. "};"
  lines[#lines + 1] = "const void *const data[] = {" .. table.concat(data, ", ") .. "};\n"
  write(base .. ".c", table.concat(lines, "\n"))
  run(("%sgcc -std=c99 -Os -ffreestanding %s -I%s -c %s.c -o %s.o"):format(target.prefix, target.flags, folder, base, base))
  run(("%sgcc %s -nostdlib -Wl,--gc-sections -Wl,-e,data -Wl,-Map=%s.map %s %s.o %s %s -lgcc -o %s.elf"):format(target.prefix, target.flags,
    base, "-Wl,--defsym=memcpy=0,--defsym=memmove=0,--defsym=memset=0,--defsym=memcmp=0", base, object, target.libraries or "", base))

  local sizes = read_map(base .. ".map")
  local functions = read_image(run(("%sobjdump -d %s.elf"):format(target.prefix, base)), machine)
  local deepest = stack_reader(functions, read_frames(object:gsub("o$", "su")), machine)
  sizes.stacks, sizes.kernels = {}, {}
  sizes.instructions = program.name and instructions(target, program, folder)
  sizes.newlib = target.has_newlib and newlib_of(program) and instructions(target, program, folder, newlib_of(program))
  for _, root in ipairs(program.roots) do
    if not root:find("^&") then
      local name = functions[root] and root
      for other in pairs(functions) do
        if other:find("^" .. root .. "_rank_") then
          name = other -- the name for the linker contains the plan's size
        end
      end
      assert(name, root .. " is not in the image")
      local bytes = deepest(name)
      if not (#sizes.stacks > 0 and root:find("_f32$")) then
        sizes.stacks[#sizes.stacks + 1] = bytes
      else
        sizes.stacks[1] = math.max(sizes.stacks[1], bytes)
      end
    end
  end
  for line in run(("%snm -S %s.elf"):format(target.prefix, base)):gmatch("[^\n]+") do
    local size, name = line:match("^%x+ (%x+) [tT] (%S+)$")
    if name and is_kernel(name) then
      sizes.kernels[name] = { size = tonumber(size, 16), stack = deepest(name) }
    end
  end
  return sizes
end

local function has(target, runtime, doubles)
  return not (runtime == "full" and target.no_full or doubles and target.no_doubles)
end

local function row(cells)
  return (("| " .. table.concat(cells, " | ") .. " |\n"):gsub("^|  |", "| |"))
end

-- ---- The page ----

local page = {}
local function add(...)
  for _, text in ipairs { ... } do
    page[#page + 1] = text
  end
end

run("mkdir -p " .. out)
local measured = {} -- by target's name and program
local kernels = {}  -- by target's name and kernel
local versions = {}
for _, target in ipairs(targets) do
  target.objects, target.isas = {}, target.isas or "scalar"
  measured[target.name], kernels[target.name] = {}, {}
  versions[#versions + 1] = run(target.prefix .. "gcc --version"):match("[^\n]+")
  versions[#versions + 1] = target.has_newlib and "newlib " .. run("dpkg-query -W -f '${Version}' libnewlib-arm-none-eabi") or nil
  for i, program in ipairs(programs) do
    local sizes = has(target, program.runtime, program.doubles) and measure(target, program, i) or { kernels = {} }
    measured[target.name][program.what] = sizes
    for name, kernel in pairs(sizes.kernels) do
      kernels[target.name][name] = kernels[target.name][name] or kernel -- the size in the compact runtime, which comes first
    end
  end
end

-- Functions, and the self-test of all of them.
local functions, names = {}, { "add" }
for name in run("ls tests/prove"):gmatch("([%w_]+)_f16%.txt") do names[#names + 1] = name end
local all = table.concat(names, ",")
local function of_functions(program)
  program.ops, program.folder, program.dtypes = all, "functions", program.dtypes or "f32,f16,f64"
  for _, target in ipairs(targets) do
    if target.emulator then measured[target.name][program.what] = measure(target, program, program.what:gsub(" ", "_")) end
  end
end
local function has_f64(name)
  local file = io.open(("tests/prove/doubles/%s.txt"):format(name))
  return file and file:close()
end
for _, name in ipairs(names) do
  for _, dtype in ipairs(name == "add" and { "f32" } or { "f32", "f16", has_f64(name) and "f64" or nil }) do
    local root = ("bl_%s_%s%s"):format(name, dtype, name == "pow" and "_" .. dtype or "")
    functions[#functions + 1] = { name = name, dtype = dtype, what = name .. " " .. dtype .. " as a function", roots = { root } }
    of_functions(functions[#functions])
  end
end
of_functions { what = "functions with self-test", roots = { "bl_selftest" }, dtypes = "f32", selftest = true }

-- In each image, a kernel needs at most as much stack as a call that contains it.
for _, target in ipairs(targets) do
  local most = {}
  for _, program in ipairs(programs) do
    for name, kernel in pairs(measured[target.name][program.what].kernels) do
      most[name] = math.max(most[name] or 0, kernel.stack)
    end
  end
  for _, program in ipairs(programs) do
    local sizes = measured[target.name][program.what]
    for name in pairs(sizes.kernels) do
      local call = math.max(table.unpack(sizes.stacks))
      assert(most[name] <= call, ("%s, %s: %s takes %d bytes of stack, and the call only %d"):format(target.name, program.what, name, most[name], call))
    end
  end
end

local function stacks_of(sizes)
  local texts = {}
  for _, bytes in ipairs(sizes.stacks) do
    texts[#texts + 1] = with_commas(bytes)
  end
  return table.concat(texts, "; ")
end

run(("%s --runtime compact --ops add --dtypes f32 --isas scalar --specs none --form tree --vendor %s/tree"):format(generator, out))
local files = 0
for path in run(("find %s/tree -type f"):format(out)):gmatch("[^\n]+") do
  if not path:find("%.manifest$") and not path:find("%.LICENSE$") then
    files = files + 1
  end
end

local m0, m4 = measured["Cortex-M0+"], measured["Cortex-M4"]
local vv = kernels["Cortex-M0+"]["bl_add_f32_scalar_vv"]
local now = {
  with_commas(m0["add f32, contiguous"][".text"]) .. "; " .. m0["add f32, contiguous"][".bss"],
  with_commas(m0["add f32, by a value"][".text"] + m0["add f32, by a value"][".rodata"]),
  with_commas(m0["add f32, with planning"][".text"]),
  stacks_of(m0["add f32, with planning"]) .. "; " .. stacks_of(m0["add f32, in one call"]),
  tostring(vv.size),
  tostring(files),
  with_commas(m4["four operators, i8 and f32, with planning"][".text"]),
  with_commas(m4["tflite_add i8, contiguous"][".text"] + m4["tflite_add i8, contiguous"][".rodata"]),
  with_commas(m4["pow f32 as a function"].instructions.longest) .. "; " .. with_commas(m4["atan2 f32 as a function"].instructions.longest),
}

add("# Sizes\n\n",
  "The bytes that a linker keeps of the output of `make vendor FORM=single`, and the most stack that they take; by default for the compact\n",
  "runtime. `make size` (`bench/size.lua`) measures them and writes this page; `make check-size` prints the changes since.\n",
  "Everything is compiled with `-Os -ffreestanding -ffunction-sections -fdata-sections` and linked with `--gc-sections` to a program that\n",
  "uses only the functions of the row:\n\n",
  "- *contiguous*: `bl_add_f32` and the like; for four operators the stack is the largest of the four;\n",
  "- *by a value*: `bl_add_f32_value` and the like, which is inline: its code in the program is not counted;\n",
  "- *with planning*: `bl_plan_make` and `bl_plan_run`, and the operators that may be planned; the two stacks are theirs;\n",
  "- *in one call*: `bl_add`;\n",
  "- *with self-test*: also `bl_selftest`, whose stack is the third;\n",
  "- *full runtime*: its tiles are 16 KiB of the stack (`TILE_BYTES`), so it is omitted if RAM has at most that.\n\n",
  "`tflite_add` is an operator of [examples/tflite](../examples/tflite/README.md).\n\n",
  "The *library* is the part of the compiler's library that is linked: floating-point arithmetic without an FPU, division of integers\n",
  "without an instruction (on AVR also avr-libc's float arithmetic). It is counted separately, because most firmware has it anyway. The four\n",
  "`mem` functions are not counted. On AVR constants are in `.data`, and so in RAM.\n\n",
  "The stack is the sum along calls, including the compiler's library. A call of a kernel counts as the worst of the linked kernels.\n",
  "Plans are not included: the caller keeps them.\n\n## Aims\n\n",
  row { "", "before", "aim", "now" }, "|---|---|---|---|\n")
for i, goal in ipairs(goals) do
  add(row { goal[1], goal[2], goal[3], now[i] })
end
for _, target in ipairs(targets) do
  add("\n## ", target.name, "\n\n`", target.prefix, "gcc ", target.flags, "`; `ISAS=", target.isas, "`\n\n",
    row { "", ".text", ".rodata", ".data", ".bss", "library", "stack" }, "|---|---:|---:|---:|---:|---:|---:|\n")
  for _, program in ipairs(programs) do
    if has(target, program.runtime, program.doubles) then
      local sizes = measured[target.name][program.what]
      local cells = { program.what }
      for _, column in ipairs(columns) do
        cells[#cells + 1] = with_commas(sizes[column])
      end
      cells[#cells + 1] = with_commas(sizes.library)
      cells[#cells + 1] = stacks_of(sizes)
      add(row(cells))
    end
  end
  local names = {}
  for name in pairs(kernels[target.name]) do
    names[#names + 1] = name
  end
  table.sort(names)
  add("\n", row { "kernel", ".text", "stack" }, "|---|---:|---:|\n")
  for _, name in ipairs(names) do
    add(row { "`" .. name .. "`", with_commas(kernels[target.name][name].size), with_commas(kernels[target.name][name].stack) })
  end
end
local counters, heads, marks, self_tests = {}, { "" }, { "---" }, {}
for _, target in ipairs(targets) do
  if target.emulator then
    counters[#counters + 1] = target
    self_tests[#self_tests + 1] = stacks_of(measured[target.name]["functions with self-test"]) .. " on " .. target.name
    for _, head in ipairs { target.name .. ": ordinary", "longest", "stack", target.has_newlib and "newlib" or nil } do
      heads[#heads + 1], marks[#marks + 1] = head, "---:"
    end
  end
end
add("\n## Functions\n\n",
  "Instructions per element, and the most stack of a contiguous call, including the compiler's library. The call's instructions are not\n",
  "counted, its stack is. *Ordinary*: the mean of ", tostring(ordinary), " numbers from -9 to 9, or of those among them with a result. *Longest*: the most of these, of\n",
  "zeros, subnormals, infinities and other edges, and of the inputs that are known to be hardest to round (tests/prove), for\n",
  "which slow ways decide. Other inputs may take some per cent longer. QEMU counts them (bench/size_count.c). Many functions of f32 are computed in\n",
  "integers, and in doubt in the library's f64; one element in 40 to 230 is doubtful. *newlib*: the ordinary instructions of the C\n",
  "library's function in f32 or f64, whose results are not all rounded correctly.\n\n",
  row(heads), "|", table.concat(marks, "|"), "|\n")
for _, program in ipairs(functions) do
  local cells = { program.name .. " " .. program.dtype }
  for _, target in ipairs(counters) do
    local sizes = measured[target.name][program.what]
    cells[#cells + 1] = with_commas(sizes.instructions.ordinary)
    cells[#cells + 1] = with_commas(sizes.instructions.longest)
    cells[#cells + 1] = stacks_of(sizes)
    if target.has_newlib then cells[#cells + 1] = sizes.newlib and with_commas(sizes.newlib.ordinary) or "–" end
  end
  add(row(cells))
end
add("\n`bl_selftest` of all of these of f32 takes ", table.concat(self_tests, ", "), ".\n")
add("\n## Quantisation\n\n",
  "Instructions per element of `bl_dequantize_linear_i4_f32_value` and the like, which have one scale and zero point, for long lines. Elements of four bits\n",
  "are unpacked and packed by tiles. QEMU counts them; on Cortex-M55 an instruction of MVE has up to 16 elements, and takes two cycles or more.\n\n")
heads, marks = { "" }, { "---" }
for _, target in ipairs(targets) do
  if target.emulator_of_blocks then heads[#heads + 1], marks[#marks + 1] = target.name, "---:" end
end
add(row(heads), "|", table.concat(marks, "|"), "|\n")
for _, program in ipairs(blocks) do
  local cells = { program.ops .. " " .. program.what }
  for _, target in ipairs(targets) do
    if target.emulator_of_blocks then cells[#cells + 1] = instructions_of_block(target, program) end
  end
  add(row(cells))
end
add("\n## Plans\n\n",
  "Bytes of a `bl_plan`, which the caller keeps, by the runtime and the profile's `RANK`; for operators of two inputs. `bl_add` and the like\n",
  "have one on the stack, which is counted above.\n\n")
heads, marks = { "" }, { "---" }
for _, runtime in ipairs { "compact", "full" } do
  for _, rank in ipairs(ranks) do
    heads[#heads + 1], marks[#marks + 1] = runtime .. ", rank " .. rank, "---:"
  end
end
add(row(heads), "|", table.concat(marks, "|"), "|\n")
for _, target in ipairs(targets) do
  local cells = { target.name }
  for _, runtime in ipairs { "compact", "full" } do
    for _, rank in ipairs(ranks) do
      cells[#cells + 1] = has(target, runtime) and with_commas(plan_size(target, runtime, rank)) or "–"
    end
  end
  add(row(cells))
end
add("\n## Measured with\n\n")
local said = {}
for _, version in ipairs(versions) do
  if not said[version] then
    said[version] = true
    add("- ", version, "\n")
  end
end
io.write(table.concat(page))
