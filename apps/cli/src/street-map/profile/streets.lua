-- What of OpenStreetMap becomes part of the archive of streets, and from which zoom level on. The layers and their
-- attributes are those that packages/ui/src/map/street-layers.ts draws.

node_keys = { "place" }

-- Zoom level of each kind of settlement; the ground of the program has the names of the municipalities already.
local SETTLEMENTS = { city = 9, town = 9, village = 11, suburb = 12, quarter = 13, neighbourhood = 14, hamlet = 12 }

-- Kind of a street and its first zoom level, by the tag `highway`; a street of another tag is left out.
local STREETS = {
  motorway = { "motorway", 6 },
  motorway_link = { "motorway", 10 },
  trunk = { "trunk", 6 },
  trunk_link = { "trunk", 10 },
  primary = { "primary", 8 },
  primary_link = { "primary", 11 },
  secondary = { "secondary", 9 },
  secondary_link = { "secondary", 12 },
  tertiary = { "tertiary", 10 },
  tertiary_link = { "tertiary", 12 },
  unclassified = { "residential", 12 },
  residential = { "residential", 12 },
  living_street = { "residential", 12 },
  road = { "residential", 12 },
  service = { "service", 13 },
  pedestrian = { "path", 13 },
  track = { "path", 14 },
  footway = { "path", 14 },
  cycleway = { "path", 14 },
  bridleway = { "path", 14 },
  path = { "path", 14 },
  steps = { "path", 14 },
}

local GREEN_LAND = { forest = 9, grass = 13, meadow = 13, recreation_ground = 12, cemetery = 12, village_green = 13 }
local GREEN_NATURE = { wood = 9, scrub = 13, heath = 12 }
local GREEN_LEISURE = { park = 11, garden = 13, pitch = 14, nature_reserve = 10, golf_course = 12 }
local WATERWAYS = { river = 8, canal = 11, stream = 13 }

function init_function() end
function exit_function() end

function node_function(node)
  local kind = node:Find("place")
  local name = node:Find("name")
  if SETTLEMENTS[kind] == nil or name == "" then return end
  node:Layer("places", false)
  node:Attribute("name", name)
  node:Attribute("kind", kind)
  node:MinZoom(SETTLEMENTS[kind])
end

local function add_street(way)
  local street = STREETS[way:Find("highway")]
  if street == nil or way:Find("area") == "yes" then return end
  local kind, zoom = street[1], street[2]
  way:Layer("streets", false)
  way:Attribute("kind", kind)
  way:MinZoom(zoom)
  -- Names at low zoom levels would keep streets from being joined, and nobody could read them.
  local name = way:Find("name")
  if name ~= "" then way:Attribute("name", name, math.max(zoom, 11)) end
  local ref = way:Find("ref")
  if ref ~= "" then way:Attribute("ref", ref, zoom) end
end

local function add_water(way)
  local line = WATERWAYS[way:Find("waterway")]
  local is_area = way:Find("natural") == "water" or way:Find("waterway") == "riverbank" or way:Find("landuse") == "reservoir"
  if is_area and way:IsClosed() then
    way:Layer("water", true)
    way:MinZoom(9)
  elseif line ~= nil and way:Find("tunnel") == "" then
    way:Layer("water", false)
    way:MinZoom(line)
    local name = way:Find("name")
    if name ~= "" then way:Attribute("name", name, 12) end
  end
end

local function add_green(way)
  local zoom = GREEN_LAND[way:Find("landuse")] or GREEN_NATURE[way:Find("natural")] or GREEN_LEISURE[way:Find("leisure")]
  if zoom == nil or not way:IsClosed() then return end
  way:Layer("green", true)
  way:MinZoom(zoom)
end

function way_function(way)
  add_street(way)
  add_water(way)
  add_green(way)
  local building = way:Find("building")
  if building ~= "" and building ~= "no" and way:IsClosed() then way:Layer("buildings", true) end
end
