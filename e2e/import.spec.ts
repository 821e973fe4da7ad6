import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './world/journey.ts';
import type { World } from './world/world.ts';

const LINES = 100_000;
const PLATES = 5_000;

const padTwo = (n: number): string => String(n).padStart(2, '0');

/**
 * The format in which the city of Oakland published its reads: month first, twelve-hour times, every cell quoted, the
 * location as coordinates, unknown column names. The reads are invented, from the ten days before `end`.
 */
function buildPublishedFile(end: number): string {
  const rows = Array.from({ length: LINES }, (_, i) => {
    const at = new Date(Math.floor(end / 1000) * 1000 - (LINES - i) * 8_640);
    const [hour, half] = [at.getUTCHours(), at.getUTCHours() < 12 ? 'AM' : 'PM'];
    const day = `${padTwo(at.getUTCMonth() + 1)}/${padTwo(at.getUTCDate())}/${at.getUTCFullYear()}`;
    const clock = `${padTwo(hour % 12 === 0 ? 12 : hour % 12)}:${padTwo(at.getUTCMinutes())}:${padTwo(at.getUTCSeconds())}`;
    return `"8OAK${String(i % PLATES).padStart(4, '0')}","${day} ${clock} ${half}","(37.80${i % 7}, -122.27)"`;
  });
  return ['"red_VRM","red_Timestamp","Location 1"', ...rows, ''].join('\n');
}

/** Runs `varco import` as a user would; returns its output. */
function runVarcoImport(
  world: World,
  file: string,
  keyFile: string,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const columns = 'plate=red_VRM,time=red_Timestamp,gate=Location 1';
  const args = ['import', file, '--plant', world.plant('CES').url, '--key-file', keyFile, '--map', columns];
  return new Promise((resolve) => {
    const program = path.join(import.meta.dirname, '../apps/cli/bin/varco.mjs');
    const more = ['--yes', '--create-gates', '--timezone', 'UTC', '--time-format', 'mdy'];
    const child = spawn(process.execPath, [program, ...args, ...more], { env: { ...process.env, VARCO_LANG: 'it' } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()));
    child.on('close', (code) => resolve({ code, said }));
  });
}

test('a file of 100 000 reads in a form found in the wild is imported, and its plates are found', async ({
  world,
  login,
  list,
  caseBar,
}, info) => {
  test.setTimeout(240_000);
  const [file, keyFile] = [info.outputPath('alpr.csv'), info.outputPath('key')];
  await writeFile(file, buildPublishedFile(Date.parse(world.begunAt) - 3_600_000));
  await writeFile(keyFile, world.keysOf('CES').import);
  const done = await runVarcoImport(world, file, keyFile);
  expect(done.said).toContain('Righe 100.000: registrate 100.000, già presenti 0, rifiutate 0.');
  expect(done.code).toBe(0);

  await login.signIn(world.user('m.ferri'));
  await caseBar.stateReason('4471/2026');
  // Each plate passed twenty times.
  await list.find('8OAK0042');
  await list.expectSettled();
  await expect(list.rows).toHaveCount(20);
  await list.find('8OAK*42');
  await list.expectSettled();
  await expect(list.results.getByText('1.000', { exact: true })).toBeVisible();
  for (const plate of await list.findPlates().all()) await expect(plate).toHaveAccessibleName(/^Targa 8OAK\d\d42/);
});
