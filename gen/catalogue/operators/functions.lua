-- Functions, correctly rounded: the bits are the same everywhere. A function's ways are named after what they compute in;
-- what is proven of each stands in docs/proofs.md, and what they are made of in ../functions.lua.

-- ---- exp ----

-- a = n log(2) / count + r; e^a = 2^(n / count) (1 + r + excess), the power by a table, all in pairs of f32. The error before
-- rounding is below `bound` times the power.
local whole_f32 = 1.5 * 2.0 ^ 23
local function exp_by_singles(count, bound)
  local log2, of_excess = coefficients["log2_" .. count], coefficients["exp_" .. count]
  local to_exponent = 23 - (count == 8 and 3 or 4)
  return function(a)
    local most_i32, least_u32 = constant("i32", 0x42ae0000), constant("u32", 0xc2ae0000) -- of 87 and -87
    local within = let.within(bits.i32(minimum(bits.u32(minimum(bits.i32(a), most_i32)), least_u32)))
    local x = bits.f32(within) -- for what is far out would raise exceptions
    local turns = let.turns(fused(x, count * 0x1.715476p0, whole_f32))
    local n = let.n(turns - whole_f32)
    local r = let.r(fused(n, -log2[2], fused(n, -log2[1], x)))
    local rest = let.rest(n * -log2[3])
    local index = let.index(bits.u32(turns) & (count - 1))
    local function power(part)
      return look_up(let.powers(table("f32", coefficients["powers_" .. count .. part])), index)
    end
    local high, low = let.high(power "_high"), let.low(power "_low")
    local excess = let.excess(fused(r * r, polynomial(r, of_excess), fused(rest, r, rest)))
    local product = let.product(high * r)
    local sum = let.sum(high + product)
    local lost = let.lost(((high - sum) + product) + fused(high, r, -product))
    local below = let.below(fused(high, excess, fused(low, r, low) + lost))
    local at_least = let.at_least(sum + let.lower(fused(high, -bound, below)))
    local at_most = let.at_most(sum + let.upper(fused(high, bound, below)))
    local k = let.k((bits.u32(turns) << to_exponent) & 0xff800000)
    local is_normal = let.is_normal(eq(within, bits.i32(a)))
    local is_zero = let.is_zero(lt(a, -104.0))
    local fast = bits.f32(drop(is_zero, bits.u32(at_least) + k))
    return settle(fast, eq(at_least, at_most) & is_normal | is_zero, exp_of_single(a))
  end
end

-- In integers: |a| log2(e) is k and 32 bits of a fraction; of 2^fraction the 32 bits behind the point are wrong by less than `bound`
-- of the last.
local function exp_by_integers(a)
  local u, bound = bits.u32(a), 8
  local m = let.m(u & 0x7fffff | 0x800000)
  local product = let.product(widen(m) * constant("u64", 0xb8aa3b295c)) -- log2(e) 2^39
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
  { "singles_16", exp_by_singles(16, 2.0 ^ -32.5) },
  { "singles_8", exp_by_singles(8, 2.0 ^ -31.25) },
}, by_single("exp", {
  before = function(a, dtype) return clamped(a, dtype == "f16" and -18.0 or -95.0, dtype == "f16" and 12.0 or 89.5) end,
  core = function(x, c, dtype)
    local v, turns = exp_single(x, 1, c)
    return scaled_single(v, bits.u32(turns), dtype)
  end,
}))

-- ---- log ----

local function log_by_quotient(a)
  local value = convert("f32", log_f64(convert("f64", a)))
  return logarithm_of_any(except_hard("log", a, value), a)
end

-- log(m) = log(1 + r) - log(c), with an inverse c of m's neighbourhood, and r = m c - 1, which is exact; m from 45/64
local function log_by_inverse(a)
  local m, k, distance = parts_of(convert("f64", a), 0x3fe6800000000000)
  local index = let.index(distance >> 48 & 15)
  local inverse = let.inverse(look_up(let.inverses(table("f64", coefficients.inverses_16)), index))
  local of_inverse = let.of_inverse(look_up(let.logarithms(table("f64", coefficients.logarithms_16)), index))
  local r = let.r(mul_add(m, inverse, constant("f64", -1.0)))
  local high = let.high(mul_add(k, coefficients.log2[1], of_inverse))
  local low = let.low(mul_add(r * r, polynomial(r, coefficients.log_near), k * coefficients.log2[2]))
  return logarithm_of_any(convert("f32", high + (r + low)), a) -- no hard cases: coefficients.sollya, `nudged`
end

of_single("log", "the natural logarithm of a", { { "quotient", log_by_quotient }, { "inverse", log_by_inverse } }, by_single("log", {
  core = function(x, c, dtype)
    local k, f = parts_of_half(x, dtype)
    return log_single(k, f, c)
  end,
  after = logarithm_of_any,
}))

-- ---- tanh ----

-- (e^2x - 1) / (e^2x + 1)
define("tanh", "the hyperbolic tangent of a", {
  before = function(a) return clamped(a, -12.0, 12.0) end,
  core = function(x)
    local below = exp_below(x + x)
    return with_sign(below / (below + 2.0), x)
  end,
  single = { -- x times a quotient of polynomials of x^2; what is beyond the limits becomes 1 as it is rounded
    before = function(a, dtype) return clamped(a, dtype == "f16" and -4.625 or -3.625, dtype == "f16" and 4.625 or 3.625) end,
    core = function(x, c, dtype)
      local upper, lower = ratio_single(let.z(x * x), c, dtype == "f16" and 4 or 3)
      return x * upper / lower
    end,
    after = false,
  },
})
