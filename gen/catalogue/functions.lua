-- What entries of functions are made of: polynomials, ways to round, range reductions. Each takes and gives nodes. The
-- coefficients stand in coefficients.lua, which coefficients.sollya makes; what is proven of the functions that are made of
-- these stands in docs/proofs.md.

local known = coefficients
local functions = {}

-- c[1] + c[2] x + c[3] x^2 + …, by pairs of terms (Estrin): few steps that wait for each other.
local powers = { "square", "fourth", "eighth" }
function functions.polynomial(x, c)
  local terms, power, level, each = c, x, 0, 1 -- each: how many coefficients are in a term
  while #terms > 1 do
    local pairs_of = {}
    for i = 1, #terms, 2 do
      local name = ("terms_%d_to_%d"):format((i - 1) * each, math.min((i + 1) * each, #c) - 1)
      pairs_of[#pairs_of + 1] = terms[i + 1] and let[name](mul_add(power, terms[i + 1], terms[i])) or terms[i]
    end
    terms, each, level = pairs_of, 2 * each, level + 1
    power = #terms > 1 and let[powers[level]](power * power)
  end
  return terms[1]
end

-- The same from the highest term on (Horner): the fewest steps. `step` is what stands for mul_add, where it is another.
function functions.nested(x, c, step)
  local sum = c[#c]
  for i = #c - 1, 1, -1 do sum = let[("terms_%d_to_%d"):format(i - 1, #c - 1)]((step or mul_add)(sum, x, c[i])) end
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

-- e^r - 1, |r| <= log(2) / 2
local function exp_less_one(r) return mul_add(r * r, functions.polynomial(r, known.exp), r) end

-- The same for e^x = 2^k (1 + excess): k as before, and the excess.
function functions.exp_parts(x)
  local turns, r = functions.exp_reduced(x)
  return turns, let.excess(piece.exp_less_one(exp_less_one, r))
end

-- value * 2^k, of which all are normal.
function functions.scaled(value, turns) return bits.f64(bits.u64(value) + (bits.u64(turns) << 52)) end

-- x = q pi / 2 + r, |r| <= pi / 4, of 0 <= x < 2^20: q in the last bits of `turns`, and r.
function functions.quarter_turns(x)
  local turns = let.turns(mul_add(x, 0x1.45f306dc9c883p-1, whole_f64))
  local q = let.q(turns - whole_f64)
  local r = mul_add(q, -known.half_pi[3], mul_add(q, -known.half_pi[2], mul_add(q, -known.half_pi[1], x)))
  return bits.u64(turns), let.r(r)
end

-- The same of 2^20 <= x < 2^128 that is an f32, by Payne and Hanek: of 2 / pi only the bits matter whose products with x
-- are no multiples of 4, and each 28 of them make an exact product. They are the same for 27 exponents in turn.
function functions.far_quarter_turns(x)
  local place = let.place((bits.u64(x) >> 52) - (1023 + 20))
  local index = let.index((place << 4) + (place << 1) + place >> 9 & 3) -- place / 27
  local function product(part)
    return x * look_up(let.two_over_pi(table("f64", known["two_over_pi_" .. part])), index)
  end
  local first, second = let.first(product(1)), let.second(product(2))
  local fours = let.fours(mul_add(first, 0.25, whole_f64) - whole_f64)
  local left = let.left(mul_add(fours, -4.0, first))
  local turns = let.turns((left + second) + whole_f64)
  local turned = let.turned((((left - (turns - whole_f64)) + second) + product(3)) + product(4))
  return bits.u64(turns), let.r(turned * 0x1.921fb54442d18p0)
end

-- sin(r) and, of z = r^2, cos(r), |r| <= pi / 4
local function sine_near(r, z) return mul_add(r * z, functions.polynomial(z, known.sin), r) end
local function cosine_near(z)
  return mul_add(z * z, functions.polynomial(z, known.cos), mul_add(z, -0.5, constant("f64", 1.0)))
end

local function sine(r, quarters)
  local z = let.z(r * r)
  local s, c = let.s(piece.sine_near(sine_near, r, z)), let.c(piece.cosine_near(cosine_near, z))
  return bits.f64(bits.u64(select(eq(quarters & 1, 1), c, s)) ~ (quarters & 2) << 62)
end

-- sin(r + quarters pi / 2)
function functions.sine(r, quarters) return (piece.sine_of_quarters(sine, r, quarters)) end

return functions
