-- Everything that a user's build needs, in a folder of its own: the woven files beside the hand-written runtime; as a tree, whose
-- runtime is one file, or as one source and one header. Names may have another prefix than ours, so that copies of
-- several products live in one program.

local conditions = include "conditions"
local lists = include "lists"
local packaging = include "packaging"
local template = include "template"

local vendor = {}

-- Reads the hand-written files that the profile needs into `texts`, by name; the names of the sources and the public headers.
local function read_ours(made, texts)
  local ours = { sources = {}, public = {} }
  local function read(path)
    local name = path:match("[^/]+$")
    texts[name] = host.read(path)
    return name
  end
  for _, path in ipairs(packaging.runtime(made)) do
    table.insert(ours[path:find("%.c$") and "sources" or "public"], read(path))
  end
  for _, folder in ipairs { "src", "src/" .. made.runtime, "src/frontends" } do
    for _, name in ipairs(host.list(folder)) do
      if name:find("%.h$") then read(folder .. "/" .. name) end
    end
  end
  return ours
end

-- The name of a file in the vendored folder, and of an identifier in its texts.
local function renamer(prefix)
  local function file(path)
    if prefix == "bl_" then return path end
    local folder, name = path:match("^(.-)([^/]*)$")
    return folder .. prefix .. name:gsub("^bl_", "")
  end
  local function text(of)
    if prefix == "bl_" then return of end
    of = of:gsub('(#include ")([^"]+)(")', function(before, name, after) return before .. file(name) .. after end)
    of = of:gsub("%f[%w_]bl_", prefix):gsub("%f[%w_]BL_", prefix:upper()):gsub("%f[%w_]BROADLOOM_", prefix:upper() .. "BROADLOOM_")
    return of
  end
  return file, text
end

-- An inline function: what is declared before its name, the name, the rest.
local inline_function = "\n([%w_ ]-[iI][nN][lL][iI][nN][eE] [%w_ ]-%*?)([%w_]+)(%b()\n%b{})\n"

local function identifiers(text) return (text:gsub("/%*.-%*/", "")):gmatch("[%a_][%w_]*") end

-- The text without its inline functions that nothing refers to, and without the comments right above these; how many
-- that were. `counts`: how often each identifier stands in all texts.
local function without_unused(text, counts)
  local parts, from, removed = {}, 1, 0
  while true do
    local first, last, _, name = text:find(inline_function, from)
    if not first then break end
    if counts[name] == 1 then
      local before = text:sub(from, first)
      local comment = before:match("^.*\n()/%*.-%*/\n$")
      for word in identifiers(text:sub(first, last)) do counts[word] = counts[word] - 1 end
      parts[#parts + 1] = comment and not before:sub(comment):find("%*/.*/%*") and before:sub(1, comment - 1) or before
      from, removed = last, removed + 1
    else
      parts[#parts + 1] = text:sub(from, last - 1)
      from = last
    end
  end
  parts[#parts + 1] = text:sub(from)
  return (table.concat(parts):gsub("\n\n\n+", "\n\n")), removed
end

-- Takes what nothing refers to out of the texts, by name, until all that is left is used.
local function shake(texts)
  local counts, removed = {}, 0
  for _, text in pairs(texts) do
    for word in identifiers(text) do counts[word] = (counts[word] or 0) + 1 end
  end
  repeat
    removed = 0
    for _, name in ipairs(lists.keys(texts)) do
      local own
      texts[name], own = without_unused(texts[name], counts)
      removed = removed + own
    end
  until removed == 0
end

-- A file's text without what the whole has once: the licence, who made it, the guard against a second reading.
local function body_of(name, text)
  local comment, rest = text:match("^(/%*.-%*/)\n(.*)$")
  comment = comment:gsub("[^\n]*Do not edit[^\n]*\n %*\n", "/*"):gsub("\n %*\n %* SPDX[^\n]* %*/$", " */"):gsub("^/%* %*", "/*")
  if name:find("%.h$") then
    rest = rest:gsub("\n#ifndef [%w_]+_H\n#define [%w_]+_H\n", "\n", 1):gsub("\n#endif[^\n]*\n*$", "\n")
  end
  if rest:gsub("\n#include[^\n]*", ""):find("^%s*$") and name:find("%.c$") then return rest end -- the profile left nothing of it
  return ("\n/* ---- %s ---- */\n\n%s\n%s"):format(name, comment, rest)
end

-- Appends the file to `parts`, and in it each that it includes and that is not there yet. Of what is "apart", the including
-- stays, once.
local function append(parts, seen, all, name)
  if seen[name] then return end
  seen[name] = true
  local text = body_of(name, all[name] or error(("'%s' is included, but is not there"):format(name), 0))
  local at = #parts + 1
  parts[at] = ""
  parts[at] = text:gsub('#include "([^"]+)"[^\n]*\n', function(path)
    local own = path:match("[^/]+$")
    if seen[own] == "apart" then
      seen[own] = true
      return ('#include "%s"\n'):format(own)
    end
    if seen[own] then return "" end
    local inner = {}
    append(inner, seen, all, own)
    return table.concat(inner, "\n") .. "\n"
  end)
end

local function joined(all, names, seen)
  local parts = {}
  for _, name in ipairs(names) do append(parts, seen, all, name) end
  return (table.concat(parts, "\n"):gsub("\n\n\n+", "\n\n"):gsub("^\n+", ""):gsub("\n+$", ""))
end

-- How a file of a tree begins, before what it is.
local function mark(made)
  local text = ('Broadloom %s, woven for one profile alone (%s) by "%s". Do not edit.'):format(made.version, made.name, made.command)
  return ("/* " .. template.wrap(text, 110, "\n * ") .. "\n *\n * "):gsub("%%", "%%%%")
end

local function head(made, title)
  return template.fill("vendor/head.h", {
    title = title, version = made.version, profile = made.name, command = template.wrap(made.command, 100, "\n *     "),
  })
end

-- The names, without their folders, of files whose paths match.
local function named(files, pattern)
  return lists.map(lists.keys(files), function(path) return path:find(pattern) and path:match("[^/]+$") or nil end)
end

-- All files of the folder: path -> text. `woven`: those of the library.
function vendor.files(woven, made)
  local all, files, seen = {}, {}, {}
  local ours = read_ours(made, all)
  local file, text = renamer(made.prefix)
  local function put(path, own) files[file(path)] = text((own:gsub("\n+$", ""))) end
  for path, own in pairs(woven) do all[path:match("[^/]+$")] = own .. "\n" end
  local known = conditions.known(all["broadloom_profile.h"])
  for name, own in pairs(all) do all[name] = conditions.resolved(own, known) end
  shake(all)
  local fronts = lists.map(made.specs, function(spec) return ("broadloom_%s.h"):format(spec) end)
  local public = joined(all, lists.joined({ "broadloom.h" }, fronts), seen)
  if made.form == "single" then
    put("broadloom.h", template.fill("vendor/single.h", { head = head(made, "the header"), text = public }))
    put("broadloom.c", template.fill("vendor/single.c", {
      head = head(made, "the source"), text = joined(all, lists.joined(ours.sources, named(woven, "%.c$")), seen),
    }))
  else
    local function put_marked(path)
      put(path, (all[path:match("[^/]+$")]:gsub("^/%*[^\n]*Do not edit[^\n]*\n %*\n", "/*\n"):gsub("^/%*%s+%*? ?", mark(made), 1)))
    end
    for path in pairs(woven) do
      if path:find("%.[ch]$") then put_marked(path) end
    end
    for _, name in ipairs(ours.public) do put_marked(name) end
    for _, name in ipairs(lists.joined(ours.public, named(woven, "%.h$"))) do seen[name] = "apart" end
    put("broadloom_runtime.c", template.fill("vendor/single.c", { head = head(made, "the runtime"), text = joined(all, ours.sources, seen) }))
  end
  files[file "broadloom.LICENSE"] = (host.read("LICENSE"):gsub("\n+$", ""))
  return files, file "broadloom.manifest"
end

return vendor
