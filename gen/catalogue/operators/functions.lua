-- Functions, correctly rounded, so that the bits are the same everywhere. The ways of a function are named after the types in which they
-- compute. docs/proofs.md lists the proofs of each function; ../functions.lua has their parts.

-- ---- exp ----

-- In pairs of f32
local function exp_by_singles(count)
  return function(a)
    -- -87, 90, -86.625 and -104
    local limits = { least = 0xc2ae0000, most = 0x42b40000, first_low = 0xc2ad4000, last_low = 0xc2d00000 }
    local fast, certain = power_by_pairs(a, count, false, limits)
    return settle_all(fast, certain, exp_of_single(a))
  end
end

-- In integers: |a| log2(e) is k plus a fraction of 32 bits. 2^fraction has 32 fraction bits, with an error of less than `bound` of the
-- last.
local function exp_by_integers(a)
  local u, bound = bits.u32(a), 8
  local m = let.m(u & 0x7fffff | 0x800000)
  local product = let.product(widen(m) * constant("u64", 0xb8aa3b295c), "|a| log2(e), and its fraction") -- log2(e) 2^39
  local size = let.size(shift_right_lanes(product, widen(157 - (u >> 23 & 255))))
  local sign = let.sign(bits.u64(widen(bits.i32(a) >> 31)))
  local turns = let.turns((size ~ sign) - sign)
  local fraction = let.fraction(narrow(turns))
  local terms = nested(fraction, coefficients.exp_fixed, function(sum, x, c) return mul_high(sum, x) + c end)
  local power = let.power(mul_high(terms, fraction))
  local is_sure = lt(constant("u32", 2 * bound), (power & 511) - (256 - bound))
  local is_normal = let.is_normal(lt(bits.i32(a) & 0x7fffffff, constant("i32", 0x42ae0000)))
  local usual = (narrow(turns >> 32) << 23) + 0x3f800000 + (power >> 9) + (power >> 8 & 1)
  return settle(bits.f32(usual), is_sure & is_normal, exp_of_single(a))
end

of_single("exp", "e to the power of a", {
  { "doubles", exp_of_single },
  { "integers", exp_by_integers },
  { "singles_32", exp_by_singles(32) },
  { "singles_8", exp_by_singles(8) },
}, by_single("exp", {
  before = function(a, dtype)
    if dtype == "f16" then return clamped(a, -18.0, 12.0) end
    return minimum(maximum(a + 0x1p-60, -95.0), 89.5) -- not subnormal
  end,
  core = function(x, c, dtype)
    local v, power, turns = exp_single(x, 1, doubled(c), -1)
    return scaled_single(v, power, turns, dtype)
  end,
}), nil, nil, true, { "by a published bound", exp_of_double })

-- ---- log ----

local function log_by_quotient(a)
  local value = convert("f32", log_f64(convert("f64", a)))
  return logarithm_of_any(except_hard("log", a, value), a)
end

-- log(m) = log(1 + r) - log(c), where c is close to 1 / m, and r = m c - 1, which is exact; m is at least 45/64
local function log_by_inverse(a)
  local m, k, distance = parts_of(convert("f64", a), 0x3fe6800000000000)
  local index = let.index(distance >> 48 & 15)
  local inverse = let.inverse(look_up(let.inverses(table("f64", coefficients.inverses_16)), index))
  local of_inverse = let.of_inverse(look_up(let.logarithms(table("f64", coefficients.logarithms_16)), index))
  local r = let.r(mul_add(m, inverse, constant("f64", -1.0)))
  local high = let.high(mul_add(k, coefficients.log2[1], of_inverse))
  local low = let.low(mul_add(r * r, polynomial(r, coefficients.log_near), k * coefficients.log2[2]))
  return logarithm_of_any(convert("f32", high + (r + low)), a) -- it has no hard cases (`nudged` in coefficients.sollya)
end

local function log_by_singles(count, share, slow)
  return in_pairs(function(a) return logarithm_of_all("log", count, a, 1.25 * 2.0 ^ -23, share) end, slow)
end

local function log_by_integers(a) return log_fixed(a, 6, 0x162e42fefa39ef3) end

of_single("log", "the natural logarithm of a", {
  { "quotient", log_by_quotient },
  { "inverse", log_by_inverse },
  { "singles_32", log_by_singles(32, 2.0 ^ -12.5, log_by_inverse) },
  { "singles_8", log_by_singles(8, 2.0 ^ -14, log_by_quotient) },
  { "integers", in_integers(log_by_integers, log_by_quotient) },
}, by_single("log", {
  core = function(x, c, dtype)
    local k, f = parts_of_half(x, dtype)
    return log_single(k, f, c)
  end,
  after = logarithm_of_any,
}), nil, nil, nil, { "by a published bound", log_of_double })

-- ---- tanh ----

-- (e^2x - 1) / (e^2x + 1)
define("tanh", "the hyperbolic tangent of a", {
  before = function(a) return clamped(a, -12.0, 12.0) end,
  of_e = true,
  core = function(x, e)
    local below = e.less_1(x + x)
    return with_sign(below / (below + 2.0), x)
  end,
  integers = tanh_fixed,
  single = { -- x times a quotient of polynomials of x^2; beyond the limits the result rounds to 1
    near_0 = "odd",
    before = function(a, dtype) return dtype == "f16" and clamped(a, -4.625, 4.625) or minimum(a, 3.625) end,
    core = function(x, c, dtype)
      local upper, lower = ratio_single(let.z(x * x), c, dtype == "f16" and 4 or 3)
      return x * upper / lower
    end,
    after = false,
  },
})
