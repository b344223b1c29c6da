-- The generated headers: the kernels' prototypes, each ISA's header (its intrinsics, attribute and helpers), operators,
-- parameters, the profile. Their text: templates/headers.

local declare = require "reading.declare"
local detection = require "files.detection"
local kernels = require "compiler.kernels"
local lists = require "lists"
local moves = require "moves.moves"
local known_rules = require("reading.profile").rules
local spelling = require "compiler.spelling"
local tables = require "files.tables"
local template = require "template"

local headers = {}

local function prototypes(woven, isa, profile)
  local own = {}
  local function add(type, names)
    if #names > 0 then own[#own + 1] = ("%s %s;"):format(type, lists.commas(names)) end
  end
  for _, kernel in ipairs(woven.kernels) do
    local jobs = kernel.cells[isa.name].jobs or {}
    for _, of in ipairs(isa == declare.plain and kernel.slow or {}) do own[#own + 1] = of.prototype end
    add("bl_kernel_" .. kernels.call_of(kernel.op):lower(), lists.map(jobs, function(job)
      return kernels.name(kernel, job)
    end))
    add(kernel.op.parameters and "bl_stream_kernel_p" or "bl_stream_kernel", lists.map(jobs, function(job)
      return job.streams and kernels.name(kernel, job) .. "_stream" or nil
    end))
  end
  add("extern const bl_moves", { profile.runtime == "full" and moves.has(isa) and "bl_moves_" .. isa.name or nil })
  add("void", { tables.streams(woven, isa) and tables.fence(isa) .. "(void)" or nil })
  return #own > 0 and tables.guarded(isa, lists.lines(own)) or nil
end

-- The names that the error in the ISA's header lists if double is not binary64: f64, if some table takes or returns
-- it, and each other table whose kernels compute in f64. All other headers include the plain ISA's header, which
-- lists its own names once.
local function in_doubles(woven, isa)
  local is_plain, f64, names = isa == declare.plain, {}, {}
  for _, entry in ipairs(woven.tables or {}) do
    local function computes_on(other)
      return lists.any(entry.kernel.cells[other.name].jobs or {}, function(job) return job.floats == 64 end)
    end
    local own = lists.map(tables.parameters_of(entry), function(parameter) return parameter.type end)
    if lists.set(lists.joined(entry.takes, { entry.gives }, own)).f64 then
      f64 = { is_plain and "f64" or nil }
    elseif computes_on(isa) and (is_plain or not computes_on(declare.plain)) then
      names[#names + 1] = entry.name
    end
  end
  return lists.joined(f64, names)
end

-- The C of the long-number functions that these texts call, each after those that it calls.
function headers.long_functions(texts)
  local files, found = lists.set(host.list("templates/long")), {}
  local function add_called(text)
    for name in text:gmatch("bl_(long_%w+)%(") do
      local file = name .. ".c"
      if files[file] then
        files[file] = nil
        local own = template.fill("long/" .. file, {})
        add_called(own)
        found[#found + 1] = own
      end
    end
  end
  for _, text in ipairs(texts) do add_called(text) end
  return found
end

-- The C that computes in long numbers, as far as the slow ways need it; for a library without kernels, all of it.
function headers.long_numbers(woven)
  return lists.map(host.list("templates/long"), function(file)
    local name = file:match("^near_%w+")
    local is_asked = name and (not woven or lists.any(woven.kernels, function(kernel)
      return lists.any(kernel.slow, function(of) return of.text:find("bl_" .. name .. "(", 1, true) end)
    end))
    return is_asked and template.fill("long/" .. file, {}) or nil
  end)
end

-- The function of a named spelling.
local function named(isa, own)
  local text = spelling.fill(own.text, { "a", "b" }, { p = "p" })
  return { text = template.fill("kernels/step.c", {
    says = own.says, head = ("%s BL_INLINE %s %s("):format(isa.attribute, own.gives, own.name), parameters = own.takes,
    body = (own.gives == "void" and "" or "return ") .. text .. ";",
  }) }
end

-- An ISA's header with these helpers. `doubles`: the operators that need double to be binary64; `long`: the C of long
-- numbers.
function headers.isa(isa, helpers, doubles, long)
  local is_plain = isa == declare.plain
  local message = ('#error "Broadloom\'s f64 is IEEE 754\'s binary64, which double is not here: leave out %s."'):format(
    lists.commas(doubles))
  return template.fill("headers/isa.h", {
    isa = isa.name, title = isa.says, guard = "BL_KERNELS_" .. isa.upper .. "_H", with = isa.with,
    includes = is_plain and "" or ('#include "bl_kernels_%s.h"'):format(declare.plain.name),
    header = isa.header and template.fill("headers/intrinsics.h", { header = isa.header }) or "",
    attribute = detection.attribute(isa), plain_words = is_plain and template.fill("headers/plain_words.h", {}) or "",
    long_numbers = is_plain and #long > 0 and template.fill("headers/long_numbers.h", {
      prototypes = lists.lines(long, function(text) return text:match("\n(double [^\n]*%))\n{") .. ";" end),
    }) or "",
    exact_doubles = #doubles > 0
      and template.fill("headers/exact_doubles.h", { message = template.wrap(message, 118, " \\\n") }) or "",
    helpers = lists.text(lists.joined(lists.map(isa.functions, function(own) return named(isa, own) end), helpers),
      "\n\n", function(helper) return helper.text end),
  })
end

-- Whether any kernel computes with floats, even if only to divide integers: then the compiler's flags affect results.
local function has_floats(woven)
  local function computes(of) return of.floats > 0 end
  return not woven.tables or lists.any(woven.isas, function(isa) -- a library without tables is for the tests' words
    return lists.any(woven.kernels, function(kernel)
      return lists.any(kernel.cells[isa.name].jobs or {}, computes)
    end) or lists.any(woven.helpers:written(isa), computes)
  end)
end

-- The kernels' headers: path -> text.
function headers.of_kernels(woven, profile)
  local files = { ["bl_kernels.h"] = template.fill("headers/kernels.h", {
    exact_floats = has_floats(woven) and template.fill("headers/exact_floats.h", {}) or "",
    guards = detection.guards(woven, profile),
    prototypes = lists.text(woven.isas, "\n\n", function(isa) return prototypes(woven, isa, profile) end),
  }) }
  for _, isa in ipairs(woven.isas) do
    files[("bl_kernels_%s.h"):format(isa.name)] =
      headers.isa(isa, woven.helpers:written(isa), in_doubles(woven, isa), headers.long_numbers(woven))
  end
  return files
end

-- The declarations of an operator with these tables; those of a fold follow.
function headers.op(op, entries)
  local own = lists.lines(entries, function(entry)
    local call = tables.contiguous_call(entry, "BL_API ")
    return ("BL_API extern const bl_table bl_table_%s;\n%s;%s"):format(entry.name, call, tables.value_calls(entry))
  end)
  local says, call = template.wrap(("%s: %s."):format(op.name, op.says), 114, "\n * "), tables.op_call(op)
  return ("/* %s */\nBL_API extern const bl_op bl_op_%s;\nBL_API %s;\n%s"):format(says, op.name, call, own)
end

function headers.fold(fold)
  local name = fold.name
  return ("/* %s: %s. */\nBL_API extern const bl_fold bl_fold_%s;\n"):format(name, fold.says, name)
    .. ("#define bl_%s BL_SIZED(bl_%s)\nBL_API %s;"):format(name, name, tables.fold_call(fold))
end

-- The structs of their parameters.
function headers.structs(entries)
  return lists.text(entries, "\n\n", function(entry)
    local fields = lists.lines(tables.parameters_of(entry), function(parameter)
      return ("    %s %s;"):format(spelling.memory_type(parameter.type), parameter.name)
    end)
    local struct = ("typedef struct bl_%s_parameters {\n%s\n} bl_%s_parameters;"):format(entry.name, fields, entry.name)
    return fields ~= "" and struct or nil
  end)
end

-- The header of the operators, whose tables are `by_op`, and of the folds.
function headers.ops(by_op, folds, isas)
  local shown = lists.map(by_op, function(entries) return headers.op(entries[1].op, entries) end)
  return template.fill("headers/ops.h", {
    isas = lists.text(isas, ",\n", function(isa) return ("    BL_ISA_%s = %d"):format(isa.upper, isa.number) end),
    ops = lists.text(lists.joined(shown, lists.map(folds, headers.fold)), "\n\n"),
  })
end

-- The set of call types (as bits) among the kernels; the full runtime supports all types.
local function calls_of(woven, profile)
  local number, calls = { ["1"] = 1, ["2"] = 2, ["3"] = 3, N = 4, P = 5 }, 0
  if profile.runtime == "full" then return 62 end
  for _, kernel in ipairs(woven.kernels) do calls = calls | 1 << number[kernels.call_of(kernel.op)] end
  return calls
end

-- The #defines for the profile's rules.
local function rule_defines(profile)
  local has = lists.set(profile.rules)
  local function define(name, is_there) return ("#define BL_WITH_%s %d"):format(name, is_there and 1 or 0) end
  return lists.lines(known_rules, function(rule) return define("RULE_" .. rule:upper(), has[rule]) end) .. "\n"
    .. define("RULES_ONTO", has.pdpd or has.onnx_legacy or has.uni or has.channel)
    .. " /* some of those that name an input whose shape the result has */"
end

-- By the bits of a packed float without a sign: those of the same number in the dtype to which it is unpacked.
local function unpacked_bits(dtype)
  local to, bits_of, own = declare.dtypes[dtype.unpacked], {}, {}
  local function magnitude(format, bits)
    local least = 1 << format.significand
    local exponent = math.max(bits // least, 1)
    return (bits - (exponent - 1) * least) * 2.0 ^ (exponent - format.bias - format.significand)
  end
  for bits = 0, to.most do bits_of[magnitude(to, bits)] = bits end
  for bits = 0, dtype.most do own[bits + 1] = bits_of[magnitude(dtype, bits)] end
  return lists.commas(own)
end

-- A macro's lines, whose backslashes are below each other.
local function rows_of_dtypes(name, values_of)
  local rows = { ("#define %s(ROW)"):format(name) }
  for _, values in ipairs(lists.map(declare.dtypes, values_of)) do
    local row = "    " .. template.wrap(("ROW(%s)"):format(values), 100, "\n        ")
    for line in row:gmatch("[^\n]+") do rows[#rows + 1] = line end
  end
  local width = math.max(table.unpack(lists.map(rows, string.len)))
  for i = 1, #rows - 1 do rows[i] = rows[i] .. (" "):rep(width - #rows[i]) .. " \\" end
  return table.concat(rows, "\n")
end

function headers.profile(woven, profile)
  local divides = lists.any(woven.tables, function(own) return own.divides end)
  return template.fill("headers/profile.h", {
    compact = profile.runtime == "compact", folds = profile.has_folds or false, arity = declare.arity(woven.tables),
    rank = profile.rank, tile_bytes = profile.tile_bytes, cache_bytes = profile.cache_bytes, detect = profile.detect,
    rules = rule_defines(profile), environment = not profile.is_vendored, isas = #detection.known(woven, profile),
    calls = calls_of(woven, profile), refuses_zero = profile.refuses_zero and divides, division = divides,
    packed = tables.have_packed(woven.tables),
    each_dtype = rows_of_dtypes("BL_EACH_DTYPE", function(dtype)
      return ('"%s", %d, %d'):format(dtype.name, dtype.bits, dtype.class == "int" and 1 or 0)
    end),
    each_packed_float = rows_of_dtypes("BL_EACH_PACKED_FLOAT", function(dtype)
      return dtype.bias and dtype.unpacked and tables.dtype_constant(dtype.name) .. ", " .. unpacked_bits(dtype) or nil
    end),
    selftest = profile.selftest or false, front_ends = #profile.specs > 0,
    square = moves.largest_square, step = moves.longest_step,
  })
end

return headers
