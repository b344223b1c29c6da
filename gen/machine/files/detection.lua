-- The instruction sets in C: which ones a compiler can build, the attributes of their functions, and how to detect
-- whether they are available. Takes the ISAs and the profile; returns #defines and dispatch/isas.c.

local declare = require "reading.declare"
local lists = require "lists"
local template = require "template"

local detection = {}

-- The ISAs that a library knows by name: all; without detection, only those for which it is generated.
function detection.known(woven, profile) return profile.detect and declare.isas or woven.isas end

-- The macro by which compilers promise a feature.
local function macro(feature) return feature.macro or ("__%s__"):format((feature[1]:upper():gsub("%.", "_"))) end

-- The C condition that the compiler's flags promise the ISA: all features' macros, and `also`.
local function promise(isa, also)
  local macros = lists.map(isa.all_features, function(feature) return ("defined(%s)"):format(macro(feature)) end)
  return lists.text(lists.joined({ also }, macros), " && ")
end

-- C that selects one block if the condition is true, and another if not.
function detection.either(condition, block, other)
  return ("#if %s\n%s\n#else\n%s\n#endif"):format(condition, block, other)
end

local function define_whether(condition, name)
  return detection.either(condition, ("#define %s 1"):format(name), ("#define %s 0"):format(name))
end

-- The same without detection. It is a compile-time error if the flags promise the feature with the ISA's name, but
-- not all others: otherwise the kernels would silently be missing.
local function define_whether_promised(isa)
  local text = define_whether(promise(isa, isa.guard), isa.with)
  for _, feature in ipairs(isa.all_features) do
    if feature[1] == isa.name and #isa.all_features > 1 then
      local flags = lists.text(isa.all_features, " ", function(own) return "-m" .. own[1] end)
      local message = ('#error "%s wants %s; -D%s=0 leaves its kernels out."'):format(isa.says, flags, isa.with)
      local condition = ("%s && defined(%s)"):format(isa.guard, macro(feature))
      return (text:gsub("\n#else\n", ("\n#elif %s\n%s%%0"):format(condition, message), 1))
    end
  end
  return text
end

-- The #defines that say which of the known ISAs are built.
function detection.guards(woven, profile)
  local chosen = lists.set(woven.isas)
  local guards = lists.map(woven.isas, function(isa)
    local own = profile.detect and define_whether(isa.guard, isa.with) or define_whether_promised(isa)
    return ("#ifndef %s\n%s\n#endif"):format(isa.with, own)
  end)
  local left_out = lists.map(detection.known(woven, profile), function(isa)
    return not chosen[isa] and ("#define %s 0"):format(isa.with) or nil
  end)
  return lists.lines(lists.joined(guards, { #left_out > 0 and "/* not woven */" or nil }, left_out))
end

-- "#define BL_AVX2 …": the attribute of the ISA's functions, as the compilers spell it; or an #include of its model.
function detection.attribute(isa)
  local function define(compiler)
    local names = lists.text(isa.all_features, ",", function(feature) return feature[compiler] or feature[1] end)
    local target = names ~= "" and ('__attribute__((target("%s"))) '):format(names) or ""
    return ("#define %s %sBL_EXACT%s"):format(isa.attribute, target, isa == declare.plain and " BL_PLAIN" or "")
  end
  local gcc, clang = define "gcc", define "clang"
  local text = gcc == clang and gcc or detection.either("defined(__clang__)", clang, gcc)
  return isa.model and ("#ifndef %s\n%s\n#endif"):format(isa.attribute, text) or text
end

local register_number = { eax = 0, ebx = 1, ecx = 2, edx = 3 }

local function feature_record(feature)
  local teller = feature.leaf and "CPUID" or feature.hwcap and "HWCAP" or feature.hwcap2 and "HWCAP2"
    or feature.hwprobe and "HWPROBE" or "NOBODY"
  return ("    /* %s */ {BL_TOLD_BY_%s, %d, %d, 0x%x, %du, %du},"):format(feature[1], teller,
    register_number[feature.reg] or 0, feature.bit or feature.hwcap or feature.hwcap2 or feature.hwprobe or 0,
    feature.xcr0 or 0, feature.leaf or 0, feature.subleaf or 0)
end

-- The ISA's features, and whether the compiler's flags promise them.
local function features_of(isa)
  local records = lists.lines(isa.all_features, feature_record)
  local array = "/* told_by, reg, bit, xcr0, leaf, subleaf */\n"
    .. ("static const bl_cpu_feature %s_features[] = {\n%s\n};\n\n"):format(isa.name, records)
  return (records ~= "" and array or "") .. define_whether(promise(isa, isa.with), "BL_PROMISED_" .. isa.upper)
end

-- The file of the ISAs' records. Without detection, each ISA that is built counts as promised.
function detection.file(woven, profile)
  local isas, detect = detection.known(woven, profile), profile.detect
  local function record(isa)
    local count, own = #isa.all_features, ('"%s", %d, %s'):format(isa.name, isa.number, isa.with)
    if not detect then return ("    {%s},"):format(own) end
    local features = count > 0 and isa.name .. "_features" or "NULL"
    return ("    {%s, BL_PROMISED_%s, %d, %s},"):format(own, isa.upper, count, features)
  end
  local function bit(isa) return ("(uint32_t)%s << %d"):format(isa.with, isa.number) end
  return template.fill("tables/isas.c", {
    how = detect and ", and how it is known whether they are there" or "",
    fields = detect and ", promised, feature_count, features" or "",
    features = detect and lists.text(isas, "\n\n", features_of) or "", records = lists.lines(isas, record),
    promised = detect and "" or ("const uint32_t bl_isas_promised = 1u | %s;"):format(lists.text(isas, " | ", bit)),
  })
end

return detection
