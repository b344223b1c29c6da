-- What entries of functions are made of: polynomials, ways to round, range reductions. Each takes and gives nodes. The
-- coefficients stand in coefficients.lua, which coefficients.sollya makes; what is proven of the functions that are made of
-- these stands in docs/proofs.md.

local known = coefficients
local functions = {}

-- c[1] + c[2] x + c[3] x^2 + …, by pairs of terms (Estrin): few steps that wait for each other.
function functions.polynomial(x, c)
  local terms, power = c, x
  while #terms > 1 do
    local pairs_of = {}
    for i = 1, #terms, 2 do
      pairs_of[#pairs_of + 1] = terms[i + 1] and mul_add(power, terms[i + 1], terms[i]) or terms[i]
    end
    terms, power = pairs_of, #pairs_of > 1 and power * power
  end
  return terms[1]
end

-- The same from the highest term on (Horner): the fewest steps.
function functions.nested(x, c)
  local sum = c[#c]
  for i = #c - 1, 1, -1 do sum = mul_add(sum, x, c[i]) end
  return sum
end

function functions.clamped(x, low, high) return minimum(maximum(x, low), high) end

-- The result, but for inputs that are listed with theirs: by their bits, as integers of that width.
function functions.except(a, result, cases)
  local u = unsigned("u" .. width(a.type))
  local of = bits[u](result)
  for _, case in ipairs(cases) do of = select(eq(bits[u](a), case[1]), constant(u, case[2]), of) end
  return bits[result.type](of)
end

-- high + low in a form that rounds to a narrower type as the sum would: where low is not 0, high's neighbour towards the
-- sum if high is even, so that what is halfway between two results never seems to be met.
function functions.sticky(high, low)
  local i, u = signed("u" .. width(high.type)), unsigned("u" .. width(high.type))
  local h = bits[i](high)
  local outwards = let.outwards(lanes_from_mask[i](lt(bits[i](bits[u](high) ~ bits[u](low)), 0)) | 1)
  return bits[high.type](h + keep[i](eq(h & 1, 0) & ~eq(low, 0.0), outwards))
end

-- x = k log(2) + r with a whole k, |r| <= log(2) / 2: k in the last bits of `turns`, and r.
local whole_f64 = 1.5 * 2.0 ^ 52
function functions.exp_reduced(x)
  local turns = let.turns(mul_add(x, 0x1.71547652b82fep0, whole_f64))
  local k = let.k(turns - whole_f64)
  return turns, let.r(mul_add(k, -known.log2[2], mul_add(k, -known.log2[1], x)))
end

-- The same for e^x = 2^k (1 + p): k as before, and p.
function functions.exp_parts(x)
  local turns, r = functions.exp_reduced(x)
  return turns, let.p(mul_add(r * r, functions.polynomial(r, known.exp), r))
end

-- value * 2^k, of which all are normal.
function functions.scaled(value, turns) return bits.f64(bits.u64(value) + (bits.u64(turns) << 52)) end

-- x = q pi / 2 + r, |r| <= pi / 4, of 0 <= x < 2^18: q in the last bits of `turns`, and r.
function functions.quarter_turns(x)
  local turns = let.turns(mul_add(x, 0x1.45f306dc9c883p-1, whole_f64))
  local q = let.q(turns - whole_f64)
  local r = mul_add(q, -known.half_pi[3], mul_add(q, -known.half_pi[2], mul_add(q, -known.half_pi[1], x)))
  return bits.u64(turns), let.r(r)
end

-- The same of any finite x that is a normal f32, by Payne and Hanek: x is a whole m * 2^e, and of 2 / pi only the bits
-- from 2^(2 - e) on matter, 128 of them.
function functions.far_quarter_turns(x)
  local u = bits.u64(x)
  local m = let.m((u >> 29) & 0x7fffff | 0x800000)
  local place = let.place((u >> 52) - (1023 + 23 + 2 - 32)) -- of the first bit, in 32 zeros and 2 / pi
  local index, by = let.index(place >> 5), let.by(place & 31)
  local words = let.two_over_pi(table("u64", known.two_over_pi)) -- 64 bits from each 32nd on
  local function next_bits(i)
    return shift_left_lanes(look_up(words, index + i), by) | shift_right_lanes(look_up(words, index + (i + 2)), 64 - by)
  end
  local high, low = let.high(next_bits(0)), let.low(next_bits(2))
  local turned = let.turned(m * high + mul_high(m, low)) -- in units of 2^-62
  local below = let.below(m * low) -- in units of 2^-126
  local quarters = let.quarters((turned + (1 << 61)) >> 62)
  local left = bits.i64(turned - (quarters << 62))
  local r = f64_from_i64(left) * 2.0 ^ -62 + f64_from_u64(below) * 2.0 ^ -126
  return quarters, let.far_r(r * 0x1.921fb54442d18p0)
end

-- sin(r + quarters pi / 2), |r| <= pi / 4.
function functions.sine(r, quarters)
  local z = let.z(r * r)
  local s = let.s(mul_add(r * z, functions.polynomial(z, known.sin), r))
  local c = let.c(mul_add(z * z, functions.polynomial(z, known.cos), mul_add(z, -0.5, constant("f64", 1.0))))
  return bits.f64(bits.u64(select(eq(quarters & 1, 1), c, s)) ~ (quarters & 2) << 62)
end

return functions
