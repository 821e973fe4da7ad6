// Writes GeoJSON layers as one PMTiles archive, version 3.
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import GeoJSONVT from 'geojson-vt';
import { zxyToTileId } from 'pmtiles';

const vtpbf = createRequire(import.meta.url)('vt-pbf');

const MAX_ZOOM = 9;
/** West, south, east, north: the whole window at low zoom levels, then Italy alone. */
const WINDOW = [-5, 33, 25, 52];
const ITALY = [6, 35, 19, 48];
const LEAF = 1024;

const columnOf = (lon, zoom) => Math.floor(((lon + 180) / 360) * 2 ** zoom);
function rowOf(lat, zoom) {
  const r = (lat * Math.PI) / 180;
  return Math.floor(((1 - Math.log(Math.tan(r) + 1 / Math.cos(r)) / Math.PI) / 2) * 2 ** zoom);
}

/** One tile with all layers; null when it is empty. Small towns appear at higher zoom levels. */
function buildTile(indexes, zoom, x, y) {
  const layers = {};
  for (const [name, index] of indexes) {
    const tile = index.getTile(zoom, x, y);
    if (!tile?.features.length) continue;
    if (name === 'places' && zoom < 8)
      tile.features = tile.features.filter(({ tags }) => tags.rank <= (zoom < 6 ? 1 : 3));
    layers[name] = tile;
  }
  if (Object.keys(layers).length === 0) return null;
  return gzipSync(Buffer.from(vtpbf.fromGeojsonVt(layers, { version: 2 })));
}

function cut(layers) {
  const options = { maxZoom: MAX_ZOOM, indexMaxZoom: 5, indexMaxPoints: 0, tolerance: 3, buffer: 64 };
  const indexes = Object.entries(layers).map(([name, data]) => [name, new GeoJSONVT(data, options)]);
  const tiles = [];
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 1) {
    const [west, south, east, north] = zoom < 6 ? WINDOW : ITALY;
    for (let x = columnOf(west, zoom); x <= columnOf(east, zoom); x += 1)
      for (let y = rowOf(north, zoom); y <= rowOf(south, zoom); y += 1) {
        const bytes = buildTile(indexes, zoom, x, y);
        if (bytes !== null) tiles.push({ id: zxyToTileId(zoom, x, y), bytes });
      }
  }
  return tiles.toSorted((a, b) => a.id - b.id);
}

function varint(value) {
  const bytes = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** A PMTiles directory: four columns of numbers, one after the other. */
function encodeDirectory(entries) {
  const out = varint(entries.length);
  let last = 0;
  for (const { id } of entries) {
    out.push(...varint(id - last));
    last = id;
  }
  for (const { run } of entries) out.push(...varint(run));
  for (const { length } of entries) out.push(...varint(length));
  for (const [i, entry] of entries.entries()) {
    const before = entries[i - 1];
    const follows = before !== undefined && entry.offset === before.offset + before.length;
    out.push(...varint(follows ? 0 : entry.offset + 1));
  }
  return gzipSync(Buffer.from(out));
}

function header(sizes, count) {
  const bytes = Buffer.alloc(127);
  bytes.write('PMTiles', 0);
  bytes[7] = 3;
  let offset = 127;
  for (const [i, size] of sizes.entries()) {
    bytes.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    bytes.writeBigUInt64LE(BigInt(size), 16 + i * 16);
    offset += size;
  }
  for (const at of [72, 80, 88]) bytes.writeBigUInt64LE(BigInt(count), at);
  // Clustered; directories and tiles gzipped; vector tiles; minimum and maximum zoom.
  bytes.set([1, 2, 2, 1, 0, MAX_ZOOM], 96);
  for (const [i, degrees] of WINDOW.entries()) bytes.writeInt32LE(degrees * 1e7, 102 + i * 4);
  bytes[118] = 5;
  bytes.writeInt32LE(12.5 * 1e7, 119);
  bytes.writeInt32LE(42 * 1e7, 123);
  return bytes;
}

/** Returns the archive and the number of its tiles. */
export function writeTiles(layers) {
  const tiles = cut(layers);
  let offset = 0;
  const entries = tiles.map(({ id, bytes }) => {
    const entry = { id, offset, length: bytes.length, run: 1 };
    offset += bytes.length;
    return entry;
  });
  const leaves = [];
  const top = [];
  let leafOffset = 0;
  for (let from = 0; from < entries.length; from += LEAF) {
    const leaf = encodeDirectory(entries.slice(from, from + LEAF));
    top.push({ id: entries[from].id, offset: leafOffset, length: leaf.length, run: 0 });
    leafOffset += leaf.length;
    leaves.push(leaf);
  }
  const about = {
    name: 'Italia base',
    attribution: 'Natural Earth, GeoNames (CC BY 4.0)',
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: MAX_ZOOM })),
  };
  const parts = [
    encodeDirectory(top),
    gzipSync(JSON.stringify(about)),
    Buffer.concat(leaves),
    Buffer.concat(tiles.map(({ bytes }) => bytes)),
  ];
  const sizes = parts.map((part) => part.length);
  return { bytes: Buffer.concat([header(sizes, tiles.length), ...parts]), count: tiles.length };
}
