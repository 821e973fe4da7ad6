import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeStreetArchive } from './street-archive.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'varco-demo-streets-'));
const file = path.join(folder, 'streets.pmtiles');
afterAll(() => rmSync(folder, { recursive: true }));

test('the archive of the demo is small, is left as it is, and is made again for another version', async () => {
  await writeStreetArchive(folder);
  const { size } = statSync(file);
  expect(readFileSync(file).subarray(0, 8).toString('latin1')).toBe('PMTiles\u0003');
  expect(size).toBeGreaterThan(200_000);
  expect(size).toBeLessThan(3_000_000);
  utimesSync(file, 1, 1);
  await writeStreetArchive(folder);
  expect(statSync(file).mtimeMs).toBe(1_000);
  writeFileSync(path.join(folder, 'streets.version'), 'another');
  await writeStreetArchive(folder);
  expect([statSync(file).mtimeMs > 1_000, statSync(file).size]).toEqual([true, size]);
});
