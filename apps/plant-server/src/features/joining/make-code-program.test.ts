import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseJoiningCode } from '@varco/domain/joining/joining-code.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLANT, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

/** The command as an administrator runs it at a terminal; its database address is in the environment. */
function runVarco(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const entry = fileURLToPath(new URL('../../../../cli/src/main.ts', import.meta.url));
  const env = { PATH: process.env['PATH'], LANG: 'en_GB.UTF-8', VARCO_DATABASE_URL: plant.url };
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, 'plant', 'joining-code', ...args], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

it('PLANT-12 varco plant joining-code prints a code alone on a line and records it; what is wrong is said in words', async () => {
  const made = await runVarco('--hours', '2', '--portal', 'https://portale.example');
  expect(made.code, made.err).toBe(0);
  expect(parseJoiningCode(made.out)).toMatchObject({ ok: true, code: { plantUuid: PLANT.uuid, name: PLANT.label } });
  expect(made.err).toMatch(/([0-9A-F]{4} ){7}[0-9A-F]{4}/);
  const { rows } = await plant.pool.query(
    `select portal_origin, created_by, round(extract(epoch from expires_at - created_at) / 3600)::int as hours from joining_code`,
  );
  expect(rows).toEqual([
    { portal_origin: 'https://portale.example', created_by: 'varco plant joining-code', hours: 2 },
  ]);
  const log = await plant.pool.query(`select body from audit_entry order by seq desc limit 1`);
  expect(JSON.parse(String(log.rows[0]?.body))).toMatchObject({ action: 'joining.create-code', outcome: 'ok' });
  for (const args of [
    ['--hours', '0'],
    ['--hours', '73'],
    ['--hours', 'x'],
    ['--portal', 'portale.example'],
  ]) {
    const refused = await runVarco(...args);
    expect(refused.code).toBe(1);
    expect(refused.out).toBe('');
    expect(refused.err).toMatch(/must be/);
    expect(refused.err).not.toMatch(/\n {4}at /);
  }
});
