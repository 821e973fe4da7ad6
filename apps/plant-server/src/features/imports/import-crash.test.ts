import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as api from '@varco/contract/plant/file-imports.ts';
import { countTransitsByBody } from '@varco/contract/plant/transits.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { buildApiKeyHeader } from '../../testing/ingest-keys.ts';
import { createPlantProcess, type PlantProcess } from '../../testing/plant-process.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';

const LINES = 20_000;
const CALL = 500;

let plant: PlantProcess;
beforeAll(async () => {
  plant = await createPlantProcess();
  await plant.start();
}, 90_000);
afterAll(() => plant.remove(), 60_000);

const base = Date.now() - 5 * 86_400_000;
const line = (n: number) => ({
  line: n,
  targa: `IC${String(n % 7_000).padStart(5, '0')}`,
  data: new Date(base + n * 10_000).toISOString(),
  varco: n % 2 === 0 ? 'Porta Fiume' : 'Via del Lavoro',
});
const Started = z.object({ import: z.object({ id: z.string() }) });
const at = (path: string, id: string): string => path.replace(':id', id);

async function stageAll(): Promise<string> {
  const body = { label: 'letture.csv', file_hash: 'ef'.repeat(32), create_gates: true };
  const { id } = Started.parse(
    await (await plant.post(api.startImport.path, body, buildApiKeyHeader('loader'))).json(),
  ).import;
  for (let from = 1; from <= LINES; from += CALL) {
    const reads = Array.from({ length: CALL }, (_, i) => line(from + i));
    const answer = await plant.post(at(api.stageImport.path, id), { reads }, buildApiKeyHeader('loader'));
    expect(await answer.json()).toEqual({ staged: CALL, refused: [] });
  }
  return id;
}

interface Look {
  readonly state: string;
  readonly transits: number;
  readonly staged: number;
  readonly gates: number;
}
/** Read in one statement, so that the values belong to the same moment. */
async function lookAt(pool: Pool): Promise<Look> {
  const { rows } = await pool.query<Look>(`select state, (select count(*)::int from transit) as transits,
    (select count(*)::int from import_read) as staged,
    (select count(*)::int from gate where fullname = 'Via del Lavoro') as gates from import_job`);
  if (rows[0] === undefined) throw new Error('no import');
  return rows[0];
}
async function countOverHttp(user: Readonly<Record<string, string>>): Promise<number> {
  const answer = await plant.post(countTransitsByBody.path, { f_targa: 'IC*' }, user);
  return z.object({ count: z.number() }).parse(await answer.json()).count;
}
const NOTHING: Look = { state: 'committing', transits: 0, staged: LINES, gates: 0 };
const EVERYTHING: Look = { state: 'committed', transits: LINES, staged: 0, gates: 1 };

test('an import whose plant is killed after it was accepted is there wholly or not at all, and ends by itself', async () => {
  const id = await stageAll();
  const accepted = await plant.post(at(api.commitImport.path, id), undefined, buildApiKeyHeader('loader'));
  expect([accepted.status, z.object({ state: z.string() }).parse(await accepted.json()).state]).toEqual([
    202,
    'committing',
  ]);
  await plant.kill();
  expect(await plant.withDatabase(lookAt)).toEqual(NOTHING);

  // Started again at the next start and killed again in the middle of it, with its database.
  await plant.start();
  // The moment of the kill is random; this does not wait for a condition.
  await delay(randomInt(0, 150));
  await plant.kill('both');
  const second = await plant.withDatabase(lookAt);
  expect([NOTHING, EVERYTHING]).toContainEqual(second);

  await plant.start();
  const user = await plant.signIn();
  const looks: Look[] = [];
  await plant.withDatabase((pool) =>
    vi.waitFor(
      async () => {
        looks.push(await lookAt(pool));
        // Every tenth poll is made as a user, whose calls are limited.
        if (looks.length % 10 === 1) expect([0, LINES]).toContain(await countOverHttp(user));
        expect(looks.at(-1)?.state).toBe('committed');
      },
      { timeout: 60_000, interval: 50 },
    ),
  );
  expect(await countOverHttp(user)).toBe(LINES);
  for (const look of looks) expect([NOTHING, EVERYTHING]).toContainEqual(look);

  const job = await (await plant.get(at(api.getImport.path, id), buildApiKeyHeader('loader'))).json();
  expect(job).toMatchObject({ state: 'committed', stored: LINES, duplicates: 0, created_gates: ['Via del Lavoro'] });
  const doubled = await plant.withDatabase(async (pool) => {
    expect(await readStoredRollUps(pool)).toEqual(await computeExpectedRollUps(pool));
    return (await pool.query('select 1 from transit group by gate, plate, ts having count(*) > 1')).rowCount;
  });
  expect(doubled).toBe(0);
}, 180_000);
