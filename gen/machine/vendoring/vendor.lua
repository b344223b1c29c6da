-- All files for a user's build, in one folder: the generated files and the hand-written runtime, as a tree with the
-- runtime in one file, or as one source and one header. Names may have a prefix other than `bl_`, so that one program
-- can contain several copies. Joined files begin with templates/vendor/head.h, a tree's other files with `mark`.

local building = require "files.building"
local conditions = require "vendoring.conditions"
local lists = require "lists"
local template = require "template"

local vendor = {}

-- A file's name; with the folder for dispatch/, because the runtime may have files named like operators.
local function name_of(path) return path:match("dispatch/[^/]+$") or path:match("[^/]+$") end

-- Reads the hand-written files that the profile needs into `texts`, by name; returns the names of the sources and of
-- the public headers.
local function read_ours(profile, texts)
  local sources, public = {}, {}
  for _, path in ipairs(building.files(profile)) do
    local name = name_of(path)
    if texts[name] then error(("%s: another folder has a file of this name"):format(path), 0) end
    texts[name] = host.read(path)
    if path:find("%.c$") then table.insert(sources, name) end
    if path:find("^include/") then table.insert(public, name) end
  end
  return sources, public
end

-- The name of a file in the vendored folder.
local function renamed_file(path, prefix)
  if prefix == "bl_" then return path end
  return (path:gsub("[^/]+$", function(name) return prefix .. name:gsub("^bl_", "") end))
end

-- A text with the prefix in its identifiers and file names.
local function renamed_text(text, prefix)
  if prefix == "bl_" then return text end
  text = text:gsub('(#include ")([^"]+)', function(before, name) return before .. renamed_file(name, prefix) end)
  return (text:gsub("%f[%w_]bl_", prefix):gsub("%f[%w_]BL_", prefix:upper()):gsub("(%-D)BL_", "%1" .. prefix:upper())
    :gsub("%f[%w_]BROADLOOM_", prefix:upper() .. "BROADLOOM_"))
end

-- An inline function, with the newline before it, and its name.
local inline_function = "(\n[%w_ ]-[iI][nN][lL][iI][nN][eE] [%w_ ]-%*?([%w_]+)%b()\n%b{})%f[\n]"

-- Adds `by` to the counts of all identifiers in the text.
local function count_identifiers(text, counts, by)
  for word in text:gsub("/%*.-%*/", ""):gmatch("[%a_][%w_]*") do counts[word] = (counts[word] or 0) + by end
end

-- The text without unused inline functions and the comments right above them. `counts`: how often each identifier
-- occurs in all texts.
local function without_unused(text, counts)
  local marked = text:gsub(inline_function, function(whole, name)
    if counts[name] > 1 then return nil end
    count_identifiers(whole, counts, -1)
    return "\n\0"
  end)
  return (marked:gsub("([^\0]+)(\0?)", function(before, mark)
    if mark == "" then return before end
    local rest, comment = before:match("^(.*\n)(/%*.-%*/)\n$")
    return comment and not comment:find("%*/.*/%*") and rest or before
  end):gsub("\n\n\n+", "\n\n"))
end

-- Removes unused functions from the texts, by name, until only used ones remain; public headers keep theirs.
local function shake(texts, public)
  local counts, names, is_done = {}, lists.keys(texts)
  for _, name in ipairs(names) do count_identifiers(texts[name], counts, 1) end
  repeat
    is_done = true
    for _, name in ipairs(names) do
      local left = public[name] and texts[name] or without_unused(texts[name], counts)
      texts[name], is_done = left, is_done and left == texts[name]
    end
  until is_done
end

-- A file's text without the parts that the joined file has only once: the licence, the origin, the include guard. "Do
-- not edit" in a template's first comment marks the sentence about the origin.
local function body_of(name, text)
  local comment, rest = text:match("^(/%*.-%*/)\n(.*)$")
  comment = comment:gsub("[^\n]*Do not edit[^\n]*\n %*\n", "/*"):gsub("\n %*\n %* SPDX[^\n]* %*/$", " */")
    :gsub("^/%* %*", "/*")
  if name:find("%.h$") then
    rest = rest:gsub("\n#ifndef [%w_]+_H\n#define [%w_]+_H\n", "\n", 1):gsub("\n#endif[^\n]*\n*$", "\n")
  end
  if name:find("%.c$") and rest:gsub("\n#include[^\n]*", ""):find("^%s*$") then return rest end -- it is empty now
  return ("\n/* ---- %s ---- */\n\n%s\n%s"):format(name, comment, rest)
end

-- The files of these names as one text. Each file that they include replaces its first #include. An #include of a file
-- that is "apart" remains, once.
local function joined(all, names, seen)
  local function text_of(name)
    seen[name] = true
    local text = body_of(name, all[name] or error(("'%s' is included, but does not exist"):format(name), 0))
    return (text:gsub('#include "([^"]+)"[^\n]*\n', function(path)
      local own = name_of(path)
      local was = seen[own]
      if was == true then return "" end
      seen[own] = true
      return was == "apart" and ('#include "%s"\n'):format(own) or text_of(own) .. "\n"
    end))
  end
  local text = lists.lines(names, function(name) return not seen[name] and text_of(name) or nil end)
  return (text:gsub("\n\n\n+", "\n\n"):gsub("^\n+", ""):gsub("\n+$", ""))
end

-- The names, without folders, of files whose paths match.
local function named(files, pattern)
  return lists.map(lists.keys(files), function(path) return path:find(pattern) and name_of(path) or nil end)
end

-- All files of the folder: path -> text; and the name of its manifest. `woven`: the generated files of the library.
function vendor.files(woven, profile)
  local all, files, seen = {}, {}, {}
  local sources, public = read_ours(profile, all)
  local function put(path, text)
    files[renamed_file(path, profile.prefix)] = renamed_text(text:gsub("\n+$", ""), profile.prefix)
  end
  local function put_whole(path, form, title, names)
    local head = template.fill("vendor/head.h", {
      title = title, version = profile.version, profile = profile.name,
      command = template.wrap(profile.command, 100, "\n *     "),
    })
    put(path, template.fill("vendor/" .. form, { head = head, text = joined(all, names, seen) }))
  end
  for path, text in pairs(woven) do all[name_of(path)] = text .. "\n" end
  local known = conditions.known(all["broadloom_profile.h"])
  for name, text in pairs(all) do all[name] = conditions.resolved(text, known) end
  shake(all, lists.set(public))
  if profile.form == "single" then
    local fronts = lists.map(profile.specs, function(spec) return ("broadloom_%s.h"):format(spec) end)
    put_whole("broadloom.h", "single.h", "the header", lists.joined({ "broadloom.h" }, fronts))
    put_whole("broadloom.c", "single.c", "the source", lists.joined(sources, named(woven, "%.c$")))
  else
    local mark = template.wrap(('Broadloom %s, generated for one profile (%s) by "%s". Do not edit.'):format(
      profile.version, profile.name, profile.command), 110, "\n * "):gsub("%%", "%%%%")
    for _, path in ipairs(lists.joined(lists.keys(woven), public)) do
      local text = path:find("%.[ch]$") and all[name_of(path)]:gsub("^/%*[^\n]*Do not edit[^\n]*\n %*\n", "/*\n")
      if text then put(path, (text:gsub("^/%*%s+%*? ?", "/* " .. mark .. "\n *\n * ", 1))) end
    end
    for _, name in ipairs(lists.joined(public, named(woven, "%.h$"))) do seen[name] = "apart" end
    put_whole("broadloom_runtime.c", "single.c", "the runtime", sources)
  end
  files[renamed_file("broadloom.LICENSE", profile.prefix)] = (host.read("LICENSE"):gsub("\n+$", ""))
  return files, renamed_file("broadloom.manifest", profile.prefix)
end

return vendor
