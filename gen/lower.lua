-- Lowering: makes every word of an expression legal on an ISA, or says that it cannot be.
--
-- For an ISA a word at a lane type is: spelled by it; made of other words by a rule (gen/rules.lua) or by a function in
-- the ISA's file, either inline or as a small function of its own (a helper); or not legal. Where several rules apply
-- the cheapest is taken.

local declare = include "declare"
local expr = include "expr"

local lower = { rules = {} }

-- ---- The rules' language ----

local environment = expr.vocabulary()

local function typed(letter) return function(T) return letter .. expr.width(T) end end

environment.ints = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" }
environment.unsigned, environment.signed = typed "u", typed "i"
environment.constant, environment.ones, environment.no_count, environment.ipairs = expr.constant, expr.ones, expr.no_count, ipairs
function environment.half_of(T) return T:sub(1, 1) .. expr.width(T) // 2 end
function environment.apply(name, ...) return expr.apply(declare.words[name], nil, ...) end
function environment.at(name, T)
  return function(...) return expr.apply(declare.words[name], T, ...) end
end
function environment.single(a) return environment["f32_from_" .. a.type](a) end
function environment.from_single(T, a) return environment[T .. "_from_f32"](a) end
function environment.real(a)
  while expr.width(a.type) < 32 do a = environment.widen(a) end
  return environment.f32_from_i32(environment.bits.i32(a))
end
function environment.from_i32(T, a)
  a = environment.bits[T:sub(1, 1) .. "32"](a)
  while expr.width(a.type) > expr.width(T) do a = environment.narrow(a) end
  return a
end

function environment.rule(name)
  local where = host.where(1)
  return function(rule)
    declare.check(rule, { "function", types = "table", held = "table", inline = "boolean", vector = "boolean" },
      "rule '" .. name .. "'", where)
    if not declare.words[name] then declare.complain(where, "rule for an unknown word '%s'", name) end
    rule.where, rule.build = where, rule[1]
    for _, T in ipairs(rule.types) do
      local key = name .. "@" .. T
      lower.rules[key] = lower.rules[key] or {}
      table.insert(lower.rules[key], rule)
    end
  end
end

function lower.read_rules()
  host.load("gen/rules.lua", setmetatable(environment, {
    __index = function(_, name) declare.complain(host.where(1), "unknown name '%s'", tostring(name)) end,
    __newindex = function(_, name) declare.complain(host.where(1), "'%s' may not be set here", tostring(name)) end,
  }))()
end

local function build(rule, T, args)
  rawset(environment, "T", T)
  rawset(environment, "w", expr.width(T))
  return rule.build(table.unpack(args))
end

-- ---- What a word is on an ISA ----

-- How many plain instructions a spelling is: its calls, but for those that the ISA declares to be free; an operator of C
-- where there is no call; nothing for a bare operand.
function lower.instructions(isa, text)
  if text:match("^%$%d$") then return 0 end
  local calls, found = 0, false
  for name in text:gmatch("([%a_][%w_$]*)%(") do
    local free = false
    for _, pattern in ipairs(isa.free) do free = free or name:find(pattern) ~= nil end
    calls, found = calls + (free and 0 or 1), true
  end
  return found and calls or 1
end

local function spelling_cost(isa, word, text)
  if type(text) == "table" then
    text = text.pair or text.one or text.lo
  end
  return lower.instructions(isa, text) * (word.weight or 1)
end

-- The share of a register that one lane of the type fills: cost estimates are per lane of the expression.
local function share(isa, type)
  if not isa.bits then return 1 end
  return (type == "count" and 0 or expr.width(type)) / isa.bits
end

local resolve

-- The estimated cost per lane of all that is not held below `root`, or nil where something is not legal.
local function estimate(isa, root)
  local total = 0
  for _, node in ipairs((expr.reachable(root))) do
    if node.word and not node.held then
      local how = resolve(isa, node)
      if not how then return nil end
      total = total + how.cost * node.ratio
    end
  end
  return total
end

-- Leaves that stand for a node's operands, held like them only where `held` says so (a helper's are registers).
local function leaves_like(node, held)
  local leaves = {}
  for i, arg in ipairs(node.args) do
    local is_held = expr.is_node(arg) and (arg.type == "count" or held and arg.held)
    leaves[i] = expr.is_node(arg) and expr.leaf(i, arg.type, is_held, node.word.operands[i]) or arg
  end
  return leaves
end

-- Which operands are held, as a key.
local function held_key(node)
  local key = ""
  for i, arg in ipairs(node.args) do
    key = key .. (not expr.is_node(arg) and "#" .. arg or arg.held and "s" or "v")
  end
  return key
end

local function applies(rule, isa, node)
  if rule.vector and not isa.bits or rule.held and node.held then return false end
  for _, i in ipairs(rule.held or {}) do
    if not node.args[i].held then return false end
  end
  return true
end

-- What a word node is on the ISA: { spelled = text } or { rule = …, inline = boolean }, with its cost per lane; or nil.
function resolve(isa, node)
  isa.resolved = isa.resolved or {}
  local key = node.word.name .. "@" .. node.lane .. ":" .. held_key(node)
  local known = isa.resolved[key]
  if known == "under way" then -- a rule that comes back to its own word does not help
    isa.came_back = true
    return nil
  elseif known ~= nil then
    return known or nil
  end
  isa.resolved[key] = "under way"
  local came_back_before = isa.came_back
  isa.came_back = false

  local best
  if node.word.name == "bits" then
    local from, to = isa.lanes[node.args[1].type == "bool" and "u8" or node.args[1].type], isa.lanes[node.lane]
    if from and to and (from.reg == to.reg or to.words.bits) then best = { spelled = "$1", cost = 0 } end
  end
  local lane = isa.lanes[node.lane]
  local entry = lane and lane.words[node.word.name]
  if entry and type(entry.text) ~= "function" then
    best = { spelled = entry.text, cost = spelling_cost(isa, node.word, entry.text) * share(isa, node.lane) }
  end
  if not best then
    local candidates = {}
    if entry then candidates[1] = { build = entry.text, where = entry.where, vector = true } end
    for _, rule in ipairs(lower.rules[node.word.name .. "@" .. node.lane] or {}) do candidates[#candidates + 1] = rule end
    for _, rule in ipairs(candidates) do
      if applies(rule, isa, node) then
        local cost = expr.in_scope(expr.new_scope(rule.where), function()
          local root = build(rule, node.lane, leaves_like(node, rule.held or rule.inline))
          return estimate(isa, root)
        end)
        if cost and (not best or cost < best.cost) then
          best = { rule = rule, inline = rule.inline or rule.held ~= nil, cost = cost }
        end
      end
    end
  end
  isa.resolved[key] = best
  if not best and not isa.came_back then isa.resolved[key] = false end -- else it may do better in another context
  isa.came_back = came_back_before or isa.came_back
  return best
end
lower.resolve = resolve

-- ---- Legalising an expression ----

-- The same value with every inline rule applied, so that each word left (but held ones, which the scalar ISA computes)
-- is spelled by the ISA or is a helper; held words too where `all` says so. nil and the offending word where that cannot
-- be.
function lower.legalise(isa, root, all)
  local done = {}
  local failed
  local function visit(node)
    if done[node] then return done[node] end
    if not node.word or node.held and not all then
      done[node] = node
      return node
    end
    local how = resolve(isa, node)
    if not how then
      failed = failed or node
      return node
    end
    local result
    if how.inline then
      result = visit(build(how.rule, node.lane, node.args))
    else
      local args = {}
      for i, arg in ipairs(node.args) do args[i] = expr.is_node(arg) and visit(arg) or arg end
      result = expr.apply(node.word, node.lane, table.unpack(args))
    end
    done[node] = result
    return result
  end
  local legal = visit(root)
  if failed then return nil, failed.word.name .. " " .. failed.lane end
  return legal
end

-- The body of a helper: the word's rule applied to the helper's parameters, legalised. Runs in a scope of its own.
function lower.helper_body(isa, node)
  local how = resolve(isa, node)
  local own = expr.new_scope(how.rule.where)
  return expr.in_scope(own, function()
    return lower.legalise(isa, build(how.rule, node.lane, leaves_like(node))), own
  end)
end

return lower
