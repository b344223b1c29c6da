-- The operators are in operators/, by family: each is one expression in the dictionary's words (gen/dictionary/words.lua).
-- This file explains the keys of an entry. At its end are the order in which the families are read, and their common functions.
--   says        its meaning in a line; or a table of that and of clauses for some classes of T (integers = "wraps"), or of
--               T and the result ("floats to integers"). A kernel's file has the clauses for its dtypes, and these for T, U and V
--   types       the dtypes T that it takes
--   U, V        the dtypes of further type variables; every combination, or those that only(T, U, V) allows
--   most_of_lower  a function of T, U and V: an instruction set has its own kernel if that costs at most so much of the lower one's (0.85);
--               0: plain C has the only one
--   takes       its operands' dtypes ("T", "U", "V" or a dtype), one to six; default { "T", "T" }
--   operands    their names; default a, b, c, …
--   gives       its result's dtype; default "T"
--   parameters  { name, dtype, default = number } each: values that are the same for all elements
--   commutes    f(a, b) = f(b, a), bit for bit
--   divisor     the operand that must not contain integer zeros if the caller asks to refuse them
--   remainder   true if the result is the remainder of that division: MIN over -1 has one, although no quotient
--   whole_steps true if the slow way of a settle_all is right for all elements, not only for doubtful ones: so
--               kernels may settle whole steps
--   expr        the expression, for every class of dtype; or per class: float (f16 and bf16 too), half, minifloat, int, uint, bool; or
--               double, for f64 alone. A function of the operands, of the parameters by their names if there are any, and of
--               { T, U, V }. If it computes in several steps, f16 and bf16 enter it as f32 and its result is rounded once; but
--               not a `half`.
--               Or several ways to one result, { name, expression } each: an instruction set takes the cheapest that it has
--   rounded     what is claimed where the result is rounded correctly, for every value of near words: "all inputs", "algebraic",
--               "by a published bound" or "no counterexample known" (docs/proofs.md); or that per class. If it takes and gives one T,
--               it is a word of other operators, by its first way that has no table and does not settle
--
-- settle(fast, certain, slow) is the only construct of control flow: slow is computed, in a function of plain C, only if
-- certain, a mask, is not true for all elements. let.name(a) names a value for the reader of the generated C.
--
-- fold "name" { says, step, finish, at_once } is step(…step(x0, x1)…) over any number of inputs, by the names of operators, and
-- then the finish, if there is one, which takes the number of inputs as its parameter n.

local floats = { "f32", "f64", "f16", "bf16" }
local signed_integers = { "i8", "i16", "i32", "i64" }
local integers = { signed_integers, "u8", "u16", "u32", "u64" }

local function sign_bit(u) return 1 << (width(u) - 1) end

local function without_sign(u, a) return bits[u](a) & sign_bit(u) - 1 end

-- The parameter of that name, an f32, in the type in which the expression computes.
local function single(parameters, name, types)
  local parameter = parameters[name]
  return types.T == "f64" and let[name](f64_from_f32(parameter)) or parameter
end

-- A function of f16 or bf16 in f32, as in `define`: its arguments are a, the operand as f32, and the types.
local function by_single(name, how)
  return function(a, types)
    local known = halves[name][types.T]
    local x = let.x(how.before and how.before(a, types.T) or a)
    local result = except(known.hard, types.T, x, let.value(how.core(x, known, types.T)))
    return how.after and how.after(result, a, types.T) or result
  end
end

-- A bf16 may be a subnormal f32, which slows processors down by a factor of 100. So the entry of a function of bf16 names its behaviour
-- close to 0, and the function is computed for |a|, or for `least` if that is more; with a's sign if it is `signed`. This returns that
-- number, and the number to add to the bits of its result:
--   even          nothing
--   odd, itself   a's sign, and the difference of |a| and `least` where the result is a
--   half          the result is a / 2, rounded up at a midpoint. The bits of |a| / 2 are those of |a| minus `part`, which is 0x80
--                 from 0x100 on, because the exponent is one less
--   mish          likewise 0.6 a, which is |a| minus 0.4 |a|. Twice that is in the upper half of a product
--   erf           likewise 1.1284 a, which is |a| plus 0.1284 |a|
local kinds_near_0 = {
  even = { least = 0x3080 }, odd = { least = 0x3080 }, itself = { least = 0x3080, signed = true },
  half = { least = 0x3080, signed = true, most = 0x80, part = function(size, a) return size + (bits.u16(a) >> 15) >> 1 end },
  mish = { least = 0x100, signed = true, most = 102, part = function(size) return mul_high(size, 52429) + 1 >> 1 end },
  erf = { least = 0x80, most = 16, more = true, part = function(size) return mul_high(size, 16827) + 1 >> 1 end },
}
local function near_zero(a, kind)
  local of = kinds_near_0[kind]
  local size = let.size(bits.i16(a) & 0x7fff)
  local x = let.not_small(maximum(size, of.least))
  if of.signed then x = let.with_its_sign(x | bits.i16(a) & -0x8000) end
  local more = kind ~= "even" and let.more(bits.i16(a) - x)
  if of.part then
    local left = bits.i16(sub_saturated(constant("u16", of.most), of.part(bits.u16(size), a)))
    more = of.more and more - left or more + left
  end
  return bits.bf16(x), more
end

-- An operator that is a correctly rounded function: f32 is computed in these ways; f16 and bf16 by `single`, or by `at_once`, which has no
-- table, so that it can be a word of other operators. If there is `near_0`, `single` takes the value of near_zero for bf16. `double` is
-- { claim, way } of f64.
local function of_single(name, says, float, single, at_once, near_0, whole_steps, double)
  local claim, way_of_double = table.unpack(double or {})
  local function way(by, f)
    return f and { by, function(a, types)
      local more
      if near_0 and a.type == "bf16" then a, more = near_zero(a, near_0) end
      local result = convert(types.T, f(let.single(convert("f32", a)), types))
      return more and bits.bf16(bits.i16(result) + more) or result
    end }
  end
  op(name) {
    says = says .. ", correctly rounded", types = double and floats or { "f32", "f16", "bf16" }, takes = { "T" },
    rounded = { float = "all inputs", double = claim }, float = float, double = way_of_double, whole_steps = whole_steps, half = { way("singles", single), way("at_once", at_once) },
  }
end

-- A way in pairs of f32, as `define` describes it; the usual way settles uncertain results.
local function in_pairs(pairs_of, usual)
  return function(a)
    local fast, certain = pairs_of(a)
    return settle_all(fast, certain, usual(a))
  end
end

-- The same in integers; the usual way, in plain C, settles uncertain results.
local function in_integers(integers_of, usual)
  return function(a)
    local fast, certain = integers_of(a)
    return settle(fast, certain, usual(a))
  end
end

-- Defines a correctly rounded function. f32 is computed in f64: `before` takes a and gives x; `core` takes x, and its value is rounded to
-- f32, except for hard cases of x; `after` takes the rounded value and a, if it computes some results itself. `core_by_table` is another
-- way. With `of_e` the core consists of powers of e, its second operand, and there is another way which takes these from a table. `pairs`
-- is a way in pairs of f32, or a list of such ways: it takes a, and gives the result, with all edges, and a mask of certain results; the
-- usual way settles the others, or, with `pairs_by_table`, the way by a table. `whole_steps` is the entry's key. `integers` is likewise a
-- way in integers (fixed.lua). f16 and bf16 are computed in f32: `single` has a `core`, which takes x, the coefficients (halves.lua, which
-- also lists the inputs that it would round wrongly) and the dtype. It uses the same `before`, which also takes the dtype, and the same
-- `after`, unless it has its own, or false for none.
local function define(name, says, how)
  local function by(core)
    return function(a)
      local from = how.before and how.before(a) or a
      local result = except_hard(name, from, convert("f32", let.value(core(let.x(convert("f64", from))))))
      return how.after and how.after(result, a) or result
    end
  end
  local own = how.double and name .. "_core" or name -- as a word the operator of f64 has the operator's name
  local usual = by(function(x) return (piece[own](function(of) return how.core(of, of_e) end, x)) end)
  local other = how.core_by_table and { "inverse", by(how.core_by_table) }
  local single = how.single
  for _, key in ipairs { "before", "after" } do
    if single[key] == nil then single[key] = how[key] end
  end
  local ways = { { other and "quotient" or "expr", usual } }
  ways[#ways + 1] = other
  if how.of_e then
    ways[#ways + 1] = { "powers", by(function(x) return how.core(x, of_e_by_table) end) }
  end
  local of_pairs = how.pairs or {}
  for i, way in ipairs(type(of_pairs) == "table" and of_pairs or { of_pairs }) do
    ways[#ways + 1] = { i == 1 and "pairs" or "pairs_" .. i, in_pairs(way, usual) }
  end
  ways[#ways + 1] = how.pairs_by_table and { "pairs_by_table", in_pairs(how.pairs_by_table, other[2]) } or nil
  ways[#ways + 1] = how.integers and { "integers", in_integers(how.integers, usual) } or nil
  of_single(name, says, ways, by_single(name, single), nil, single.near_0, how.whole_steps, how.double)
end

families {
  "arithmetic", "rounding", "comparison", "logic", "bits", "folds", "limits", "activations", "conversions", "functions",
  "exponentials", "logarithms", "angles", "roots", "powers",
  shared = {
    floats = floats, signed_integers = signed_integers, integers = integers,
    sign_bit = sign_bit, without_sign = without_sign, single = single, of_single = of_single, by_single = by_single, in_pairs = in_pairs,
    in_integers = in_integers, define = define,
  },
}
