import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertReads } from './insert-reads.repository.ts';
import { sampleReads } from '../../testing/random-reads.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const MAIN = join(import.meta.dirname, '../../../../cli/src/main.ts');
let plant: TestPlant;
let owner: Pool;
beforeAll(async () => {
  plant = await startTestPlant();
  owner = createPool({ url: plant.ownerUrl, applicationName: 'verify test owner', max: 1 });
});
afterAll(async () => {
  await owner.end();
  await plant.close();
});
beforeEach(async () => {
  await owner.query('truncate transit, plate_dict, plate_day, gate_hour');
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: '2026-11-18T10:00:00Z', nation: 'I', speed: 50 },
    { gate: 2, plate: 'AB123CD', at: '2026-11-18T23:30:00Z', nation: 'I', speed: 70, insured: 'no' },
    { gate: 2, plate: 'ZZ999ZZ', at: '2026-11-19T11:00:00Z', nation: 'D' },
  ]);
});

/** Runs the command in its own process, as a user does. */
function verify(...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const database = args.includes('--database') ? [] : ['--database', plant.url];
    const command = [MAIN, 'verify', 'rollups', ...database, ...args];
    const child = spawn(process.execPath, command, { env: { ...process.env, VARCO_LANG: 'it' } });
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', (code) => resolve({ code, said }));
  });
}
const equal = async (): Promise<void> =>
  expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));

test('a plant as ingest leaves it: every day and every plate is right, exit 0', async () => {
  const { code, said } = await verify();
  expect(said).toContain('Giorni controllati: 2; transiti: 3.');
  expect(said).toContain('Tutti i conteggi corrispondono ai transiti.');
  expect(code).toBe(0);
});

test.each([
  [
    `update plate_day set n = n + 1, gates = '{1,2}' where plate = 'ZZ999ZZ'`,
    'giorno 2026-11-19, targa ZZ999ZZ: transiti 2 invece di 1; varchi [1,2] invece di [2]',
  ],
  [`delete from plate_day where day = '2026-11-18'`, 'giorno 2026-11-18, targa AB123CD: il conteggio manca'],
  [
    `insert into plate_day values ('2026-11-01', 'GH0ST', 1, 0, 0, 1, '{1}')`,
    'giorno 2026-11-01, targa GH0ST: c’è un conteggio senza transiti',
  ],
  [
    `update gate_hour set sum_speed = 0, n_uninsured = 0 where gate = 2 and n_uninsured = 1`,
    'varco 2, ora 2026-11-18T23:00:00Z: senza assicurazione 0 invece di 1; somma delle velocità 0 invece di 70',
  ],
  [`delete from gate_hour where gate = 1`, 'varco 1, ora 2026-11-18T10:00:00Z: il conteggio manca'],
  [
    `update plate_dict set last_gate = 7, last_seen = '2026-11-18T23:30:01Z' where plate = 'AB123CD'`,
    'targa AB123CD: ultimo transito 2026-11-18T23:30:01+00:00 invece di 2026-11-18T23:30:00+00:00; ultimo varco 7 invece di 2',
  ],
  [`update plate_dict set folded = 'X' where plate = 'ZZ999ZZ'`, 'forma per la ricerca X invece di'],
  [`delete from plate_dict where plate = 'AB123CD'`, 'targa AB123CD: il conteggio manca'],
  [
    `insert into plate_dict values ('GH0ST', 'GHOST', now(), now(), 1, 1, 1)`,
    'targa GH0ST: c’è un conteggio senza transiti',
  ],
  [`delete from transit where plate = 'ZZ999ZZ'`, 'giorno 2026-11-19, targa ZZ999ZZ: c’è un conteggio senza transiti'],
])('%s: told in words, exit 1, mended on request', async (damage, sent) => {
  await owner.query(damage);
  const found = await verify();
  expect([found.code, found.said]).toEqual([1, expect.stringContaining(sent)]);
  expect(found.said).toMatch(/\d+ conteggi?o? NON corrispond/);
  const mended = await verify('--repair');
  expect([mended.code, mended.said]).toEqual([0, expect.stringMatching(/ricalcolat[oi] dai transiti/)]);
  await equal();
  expect((await verify()).code).toBe(0);
});

test('one day, one plate; what was left out is said', async () => {
  await owner.query(`update plate_day set n = 9; update plate_dict set n = 9`);
  const day = await verify('--from', '2026-11-19', '--to', '2026-11-19', '--repair');
  expect(day).toMatchObject({
    code: 0,
    said: expect.stringContaining('Il riepilogo per targa non è stato controllato'),
  });
  expect((await plant.pool.query('select plate, n from plate_day order by day, plate')).rows).toEqual([
    { plate: 'AB123CD', n: 9 },
    { plate: 'AB123CD', n: 1 },
    { plate: 'ZZ999ZZ', n: 1 },
  ]);
  const plate = await verify('--plate', 'ab 123-cd', '--repair');
  expect([plate.code, plate.said]).toEqual([0, expect.stringContaining('2 conteggi ricalcolati')]);
  expect((await plant.pool.query('select plate, n from plate_dict order by plate')).rows).toEqual([
    { plate: 'AB123CD', n: 2 },
    { plate: 'ZZ999ZZ', n: 9 },
  ]);
});

test('mends while reads arrive: what comes meanwhile is counted once', async () => {
  const reads = sampleReads(3000, 5);
  await insertReads(plant.deps.store, reads.slice(0, 1500));
  await owner.query('delete from plate_day; delete from gate_hour; update plate_dict set n = 0, nation = 0');
  const arriving = (async () => {
    for (let from = 1500; from < 3000; from += 10) await insertReads(plant.deps.store, reads.slice(from, from + 10));
  })();
  expect((await verify('--repair')).code).toBe(0);
  await arriving;
  await equal();
});

test.each([
  [['--from', 'ieri'], 'i giorni si scrivono'],
  [['--plate', "A';--"], 'la targa non è leggibile'],
  [['--database', 'postgres://nobody@127.0.0.1:1/x'], 'non risponde'],
  [['--all'], 'Opzioni non valide'],
])('%j: exit 2 and why', async (args, sent) => {
  expect(await verify(...args)).toMatchObject({ code: 2, said: expect.stringContaining(sent) });
});
