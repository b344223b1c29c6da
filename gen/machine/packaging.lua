-- What build systems other than make must know besides the manifest.

local lists = include "lists"

local packaging = {}

-- The runtime's sources, one a line: those of src/ and of its folders, but for the folders that are left out.
function packaging.runtime(left_out)
  local sources = {}
  local function add(folder)
    for _, name in ipairs(host.list(folder)) do
      local path = folder .. "/" .. name
      if name:find "%.c$" then
        sources[#sources + 1] = path
      elseif not name:find(".", 1, true) and not left_out[name] then
        add(path)
      end
    end
  end
  add "src"
  return lists.lines(sources)
end

return packaging
