-- The operators stand in operators/, by family: each an expression in the dictionary's words (gen/dictionary/words.lua),
-- written once. Here is what an entry says; at the end, in which order the families are read, and what they share.
--   says        its meaning in a line; or a table of that and of what is about some classes of T (integers = "wraps"), or of
--               T and the result ("floats to integers"). A kernel's file has what is about its dtypes, and these for T, U and V
--   types       the dtypes T that it takes
--   U, V        the dtypes of further type variables; every combination, or those that only(T, U, V) allows
--   takes       its operands' dtypes ("T", "U", "V" or a dtype), one to six; default { "T", "T" }
--   operands    their names; default a, b, c, …
--   gives       its result's dtype; default "T"
--   parameters  { name, dtype, default = number } each: values that are the same for all elements
--   commutes    f(a, b) = f(b, a), bit for bit
--   divisor     the operand that must not hold integer zeros where the caller asks to have them refused
--   remainder   true where the result is the remainder of that division: MIN over -1 has one, though no quotient
--   expr        the expression, for every class of dtype; or per class: float (f16 and bf16 too), half, int, uint, bool.
--               A function of the operands, of the parameters by their names where there are any, and of { T, U, V }. Where it
--               computes in several steps, f16 and bf16 enter it as f32 and its result is rounded once; but not a `half`.
--               Or several ways to one result, { name, expression } each: an instruction set takes the cheapest that it has
--   proven      true where the result is shown to be right whichever value near words have. If it takes and gives one T
--               it is a word of other operators, by its first way that has no table and does not settle
--
-- settle(fast, certain, slow) is the one construct of control flow: slow is computed, in a function of plain C, only where
-- certain, a mask, is not true of all elements. let.name(a) names a value for the reader of the woven C.
--
-- fold "name" { says, step, finish } is step(…step(x0, x1)…) over any number of inputs, by the names of operators, and then
-- the finish, where there is one, which takes the number of inputs as its parameter n.

local floats = { "f32", "f64", "f16", "bf16" }
local signed_integers = { "i8", "i16", "i32", "i64" }
local integers = { signed_integers, "u8", "u16", "u32", "u64" }

local function sign_bit(u) return 1 << (width(u) - 1) end

local function without_sign(u, a) return bits[u](a) & sign_bit(u) - 1 end

-- A parameter that is an f32, in the type that the expression computes in.
local function single(parameter, types) return types.T == "f64" and f64_from_f32(parameter) or parameter end

-- A function of f16 or bf16 in f32, as `define` has it: of a, the f32 that the operand is, and of the types.
local function by_single(name, how)
  return function(a, types)
    local known = halves[name][types.T]
    local x = let.x(how.before and how.before(a, types.T) or a)
    local result = except(known.hard, types.T, x, let.value(how.core(x, known, types.T)))
    return how.after and how.after(result, a) or result
  end
end

-- An operator that is a function, correctly rounded: of f32 by these ways, of f16 and bf16 by `single`, or by `at_once`, which has no
-- table, so that words can take it.
local function of_single(name, says, float, single, at_once)
  local function way(by, f)
    return f and { by, function(a, types) return convert(types.T, f(let.single(convert("f32", a)), types)) end }
  end
  op(name) {
    says = says .. ", correctly rounded", types = { "f32", "f16", "bf16" }, takes = { "T" }, proven = true, float = float,
    half = { way("singles", single), way("at_once", at_once) },
  }
end

-- A function, correctly rounded. Of f32 in f64: `before` takes a and gives x, `core` takes x, and its value is rounded to f32, except for
-- hard cases of x; `after` takes that and a, where not every result is computed. `core_by_table` is another way. Of f16 and bf16 in f32: `single`
-- has a `core`, which takes x, the coefficients (halves.lua, which also has the inputs that it would round wrongly) and the dtype, and
-- the same `before`, which takes the dtype, too, and `after`, unless it has its own, or false for none.
local function define(name, says, how)
  local function by(core)
    return function(a)
      local from = how.before and how.before(a) or a
      local result = except_hard(name, from, convert("f32", let.value(core(let.x(convert("f64", from))))))
      return how.after and how.after(result, a) or result
    end
  end
  local usual = by(function(x) return (piece[name](how.core, x)) end)
  local other = how.core_by_table and { "inverse", by(how.core_by_table) }
  local single = how.single
  for _, key in ipairs { "before", "after" } do
    if single[key] == nil then single[key] = how[key] end
  end
  of_single(name, says, { { other and "quotient" or "expr", usual }, other }, by_single(name, single))
end

families {
  "arithmetic", "rounding", "comparison", "logic", "bits", "folds", "limits", "activations", "conversions", "functions",
  "exponentials", "logarithms", "angles", "powers",
  shared = {
    floats = floats, signed_integers = signed_integers, integers = integers,
    sign_bit = sign_bit, without_sign = without_sign, single = single, of_single = of_single, by_single = by_single, define = define,
  },
}
