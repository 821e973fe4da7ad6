import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { runCommand } from '../run-command.ts';
import { checkExtract } from './check-extract.ts';
import { convertTiles, NoTilesError } from './convert-tiles.ts';
import { computeTileId } from './tile-id.ts';
import { writeArchive } from './write-archive.ts';

const EXTRACT = path.join(import.meta.dirname, 'fixtures/invented-town.osm.pbf');
const isInstalled = spawnSync('tilemaker', ['--help']).error === undefined;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'varco-streets-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface RunOptions {
  /** Folder with the programs; absent: those of this machine. */
  readonly bin?: string;
  readonly signal?: AbortSignal;
}

/** Runs `varco map` in Italian; returns its exit code and all lines. */
async function runMap(args: readonly string[], { bin, signal }: RunOptions = {}) {
  const lines: string[] = [];
  const code = await runCommand(COMMANDS, ['map', ...args], {
    t: createI18n('it').t,
    env: { PATH: bin ?? process.env['PATH'] },
    print: (line) => lines.push(line),
    warn: (line) => lines.push(line),
    ...(signal === undefined ? {} : { signal }),
  });
  return { code, text: lines.join('\n') };
}

/** A stand-in for tilemaker in a folder of its own: a shell script that gets the target as `$4`. */
async function createProgram(script: string): Promise<string> {
  const bin = await mkdtemp(path.join(folder, 'bin-'));
  await writeFile(path.join(bin, 'tilemaker'), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(bin, 'tilemaker'), 0o755);
  return bin;
}

/** An archive read back with the library that the browser uses. */
async function openArchive(file: string): Promise<PMTiles> {
  const bytes = await readFile(file);
  return new PMTiles({
    getKey: () => file,
    getBytes: (offset, length) =>
      Promise.resolve({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
  });
}

function writeMbTiles(file: string, tiles: readonly (readonly [number, number, number, string])[]): void {
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)');
  const insert = database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)');
  for (const [zoom, x, row, text] of tiles) insert.run(zoom, x, row, gzipSync(text));
  database.close();
}

const ABOUT = { name: 'prova', attribution: 'chi l’ha fatta', layers: ['streets'] };

test('tiles are numbered as the library of the browser numbers them', () => {
  const tiles = [0, 1, 2, 6, 9, 14].flatMap((zoom) =>
    [0, 0.13, 0.5, 0.77, 0.999].flatMap((x) =>
      [0, 0.31, 0.5, 0.999].map((y) => [zoom, Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)] as const),
    ),
  );
  expect(tiles.map((tile) => computeTileId(...tile))).toEqual(tiles.map((tile) => zxyToTileId(...tile)));
});

test('a converted archive has every tile at its position, and its area, zoom levels and credit', async () => {
  const from = path.join(folder, 'a.mbtiles');
  writeMbTiles(from, [
    [6, 34, 40, 'sei'],
    [7, 68, 81, 'sette'],
    [7, 69, 81, 'sette'],
    [7, 69, 80, 'altra'],
  ]);
  const made = await convertTiles({ ...ABOUT, from, to: path.join(folder, 'a.pmtiles') });
  const archive = await openArchive(path.join(folder, 'a.pmtiles'));
  const readText = async (zoom: number, x: number, y: number): Promise<string | null> => {
    const tile = await archive.getZxy(zoom, x, y);
    return tile === undefined ? null : Buffer.from(tile.data).toString();
  };
  expect(made).toMatchObject({ tiles: 4, bytes: (await stat(path.join(folder, 'a.pmtiles'))).size });
  expect(await archive.getHeader()).toMatchObject({ minZoom: 6, maxZoom: 7, numAddressedTiles: 4, tileType: 1 });
  expect(await archive.getMetadata()).toMatchObject({
    attribution: ABOUT.attribution,
    vector_layers: [{ id: 'streets' }],
  });
  expect((await archive.getHeader()).minLon).toBeCloseTo((68 / 128) * 360 - 180, 5);
  expect(
    await Promise.all([readText(6, 34, 23), readText(7, 68, 46), readText(7, 69, 46), readText(7, 69, 47)]),
  ).toEqual([...['sei', 'sette', 'sette', 'altra']]);
  expect(await readText(7, 70, 46)).toBeNull();
});

test('an archive of many tiles is read through its further directories', async () => {
  const file = path.join(folder, 'many.pmtiles');
  const positions = Array.from({ length: 30_000 }, (_, index) => [(index * 7919) % 4_096, (index * 104_729) % 4_093]);
  const tiles = positions
    .map(([x = 0, y = 0]) => ({
      id: computeTileId(12, x, y),
      bytes: gzipSync('-'.repeat((x * y) % 997) + `${x}/${y}`),
    }))
    .toSorted((a, b) => a.id - b.id);
  await writeArchive(file, tiles, { ...ABOUT, minZoom: 12, maxZoom: 12, bounds: [10, 43, 13, 45] });
  const archive = await openArchive(file);
  const [x = 0, y = 0] = positions[17_171] ?? [];
  const tile = await archive.getZxy(12, x, y);
  expect((await archive.getHeader()).leafDirectoryLength).toBeGreaterThan(0);
  expect(Buffer.from(tile?.data ?? new ArrayBuffer()).toString()).toMatch(new RegExp(`^-*${x}/${y}$`));
});

test('a file without tiles makes no archive', async () => {
  const from = path.join(folder, 'a.mbtiles');
  writeMbTiles(from, []);
  await expect(convertTiles({ ...ABOUT, from, to: path.join(folder, 'a.pmtiles') })).rejects.toThrow(NoTilesError);
  expect(await readdir(folder)).toEqual(['a.mbtiles']);
});

test('an extract is examined before anything is run', async () => {
  const whole = await readFile(EXTRACT);
  const header = 4 + whole.readUInt32BE(0);
  const check = async (bytes: Uint8Array): Promise<string | null> => {
    const file = path.join(folder, 'x.osm.pbf');
    await writeFile(file, bytes);
    return checkExtract(file);
  };
  const firstBlockEnd = whole.indexOf('OSMData') - 6;
  expect(await checkExtract(EXTRACT)).toBeNull();
  expect(await check(whole.subarray(0, -1))).toBe('truncated');
  expect(await check(whole.subarray(0, firstBlockEnd + 2))).toBe('truncated');
  expect(await check(whole.subarray(0, firstBlockEnd))).toBe('empty');
  expect(await check(whole.subarray(0, header - 3))).toBe('notPbf');
  expect(await check(Buffer.from('<osm version="0.6"></osm>'))).toBe('notPbf');
  expect(await check(new Uint8Array(5_000))).toBe('notPbf');
  expect(await check(new Uint8Array())).toBe('notPbf');
  expect(await checkExtract(folder)).toBe('missing');
  expect(await checkExtract(path.join(folder, 'none'))).toBe('missing');
});

test('without a target, or with one that is there, nothing is run and nothing is written', async () => {
  const target = path.join(folder, 'streets.pmtiles');
  await writeFile(target, 'vecchio');
  const bin = await createProgram(`touch ${folder}/was-run; exit 1`);
  const results = [
    await runMap([EXTRACT], { bin }),
    await runMap([EXTRACT, '--to', path.join(folder, 'streets.mbtiles')], { bin }),
    await runMap([EXTRACT, '--to', target], { bin }),
    await runMap([target, '--to', path.join(folder, 'other.pmtiles')], { bin }),
  ];
  expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  expect(results.map(({ text }) => text.split(' ')[0])).toEqual(['Serve', 'Serve', target, target]);
  expect(await readFile(target, 'utf8')).toBe('vecchio');
  expect(await readdir(folder)).toEqual([path.basename(bin), 'streets.pmtiles']);
});

test('a missing tilemaker is one line that says what to install', async () => {
  const { code, text } = await runMap([EXTRACT, '--to', path.join(folder, 's.pmtiles')], { bin: folder });
  expect({ code, text }).toEqual({
    code: 2,
    text: 'Manca il programma tilemaker. Su Debian: apt-get install tilemaker',
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a failure is told with its reason, and the archive that was there stays', async () => {
  const target = path.join(folder, 'streets.pmtiles');
  await writeFile(target, 'vecchio');
  const bin = await createProgram('echo half > "$4"; echo "  what():  database or disk is full" >&2; exit 134');
  const { code, text } = await runMap([EXTRACT, '--to', target, '--force'], { bin });
  expect({ code, text }).toEqual({ code: 1, text: 'Archivio non scritto: what():  database or disk is full' });
  expect(await readFile(target, 'utf8')).toBe('vecchio');
  expect(await readdir(folder)).toEqual([path.basename(bin), 'streets.pmtiles']);
});

test('an interrupted run leaves no half file', async () => {
  const stop = new AbortController();
  const bin = await createProgram(`echo half > "$4"; echo > ${folder}/begun; exec sleep 60`);
  const running = runMap([EXTRACT, '--to', path.join(folder, 's.pmtiles')], {
    bin: `${bin}:/usr/bin:/bin`,
    signal: stop.signal,
  });
  await expect.poll(() => readdir(folder)).toContain('begun');
  stop.abort();
  expect(await running).toEqual({ code: 1, text: 'Interrotto: l’archivio non è stato scritto.' });
  expect((await readdir(folder)).toSorted()).toEqual(['begun', path.basename(bin)].toSorted());
});

test('the profile gives every layer of the archive its zoom levels', async () => {
  const profile = path.join(import.meta.dirname, 'profile');
  const { layers } = JSON.parse(await readFile(path.join(profile, 'streets.json'), 'utf8')) as { layers: object };
  const script = await readFile(path.join(profile, 'streets.lua'), 'utf8');
  const drawn = new Set([...script.matchAll(/:Layer\("(\w+)"/g)].map(([, name]) => name));
  expect(new Set(Object.keys(layers))).toEqual(drawn);
});

test.runIf(isInstalled)('tilemaker makes an archive of an invented town with its streets', async () => {
  const target = path.join(folder, 'town.pmtiles');
  const { code, text } = await runMap([EXTRACT, '--to', target]);
  const archive = await openArchive(target);
  // The tile of 44.119 N, 12.125 E.
  const tile = await archive.getZxy(14, 8_743, 5_950);
  expect(code).toBe(0);
  expect(text).toContain('town.pmtiles');
  expect(await archive.getHeader()).toMatchObject({ minZoom: 6, maxZoom: 14 });
  expect(Buffer.from(tile?.data ?? new ArrayBuffer()).toString('latin1')).toMatch(/streets.*kind/s);
  expect((await readdir(folder)).toSorted()).toEqual(['town.pmtiles']);
});
