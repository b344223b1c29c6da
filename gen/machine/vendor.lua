-- Everything that a user's build needs, in a folder of its own: the woven files beside the hand-written runtime; as a tree, whose
-- runtime is one file, or as one source and one header. Names may have another prefix than ours, so that copies of
-- several products live in one program.

local lists = include "lists"
local packaging = include "packaging"
local template = include "template"

local vendor = {}

-- The hand-written files that the profile needs, by name: the public headers, what the sources share, and the sources in order.
local function read_ours(made)
  local ours = { sources = {}, public = {} }
  local function read(path)
    local name = path:match("[^/]+$")
    ours[name] = host.read(path)
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

-- A file's text without what the whole has once: the licence, who made it, the guard against a second reading.
local function body_of(name, text)
  local comment, rest = text:match("^(/%*.-%*/)\n(.*)$")
  comment = comment:gsub("[^\n]*Do not edit[^\n]*\n %*\n", "/*"):gsub("\n %*\n %* SPDX[^\n]* %*/$", " */"):gsub("^/%* %*", "/*")
  if name:find("%.h$") then
    rest = rest:gsub("\n#ifndef [%w_]+_H\n#define [%w_]+_H\n", "\n", 1):gsub("\n#endif[^\n]*\n*$", "\n")
  end
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

local function head(made, title)
  return template.fill("vendor/head.h", {
    title = title, version = made.version, profile = made.name, command = template.wrap(made.command, 100, "\n *     "),
  })
end

-- The names of files whose paths match, sorted.
local function named(files, pattern)
  return lists.map(lists.keys(files), function(path) return path:find(pattern) and path or nil end)
end

-- The names, without their folders, of files whose paths match.
local function named(files, pattern)
  return lists.map(lists.keys(files), function(path) return path:find(pattern) and path:match("[^/]+$") or nil end)
end

-- All files of the folder: path -> text. `woven`: those of the library.
function vendor.files(woven, made)
  local ours, all, files, seen = read_ours(made), {}, {}, {}
  local file, text = renamer(made.prefix)
  local function put(path, own) files[file(path)] = text(own) end
  for name, own in pairs(ours) do all[name] = own end
  for path, own in pairs(woven) do all[path:match("[^/]+$")] = own .. "\n" end
  local fronts = lists.map(made.specs, function(spec) return ("broadloom_%s.h"):format(spec) end)
  local public = joined(all, lists.joined({ "broadloom.h" }, fronts), seen)
  if made.form == "single" then
    put("broadloom.h", template.fill("vendor/single.h", { head = head(made, "the header"), text = public }))
    put("broadloom.c", template.fill("vendor/single.c", {
      head = head(made, "the source"), text = joined(all, lists.joined(ours.sources, named(woven, "%.c$")), seen),
    }))
  else
    for path, own in pairs(woven) do
      if path:find("%.[ch]$") then put(path, own) end
    end
    for _, name in ipairs(ours.public) do put(name, (ours[name]:gsub("\n+$", ""))) end
    for _, name in ipairs(lists.joined(ours.public, named(woven, "%.h$"))) do seen[name] = "apart" end
    put("broadloom_runtime.c", template.fill("vendor/single.c", { head = head(made, "the runtime"), text = joined(all, ours.sources, seen) }))
  end
  files["LICENSE"] = (host.read("LICENSE"):gsub("\n+$", ""))
  return files
end

return vendor
