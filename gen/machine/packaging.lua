-- What build systems other than make must know besides the manifest.

local lists = include "lists"

local packaging = {}

-- The runtime's public headers and its sources, one a line: those of src/ and of its folders, but for folders left out.
function packaging.runtime(left_out)
  local files = {}
  local function add(folder, ending)
    for _, name in ipairs(host.list(folder)) do
      local path = folder .. "/" .. name
      if name:find(ending) then
        files[#files + 1] = path
      elseif not name:find(".", 1, true) and not left_out[name] then
        add(path, ending)
      end
    end
  end
  add("include", "%.h$")
  add("src", "%.c$")
  return lists.lines(files)
end

return packaging
