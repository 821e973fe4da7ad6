import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { verifyLog } from '@varco/cli/audit/audit-verify.repository.ts';
import { expect, test } from 'vitest';
import { openAuditTestDatabase } from './audit-test-database.ts';

const WRITER = join(import.meta.dirname, 'crash-writer.fixture.ts');

/** Runs a writer until it has answered `answers` calls, kills it without warning, returns the numbers it answered. */
function killAfter(answers: number, url: string): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WRITER, url], { stdio: ['ignore', 'pipe', 'inherit'] });
    const answered: number[] = [];
    createInterface(child.stdout).on('line', (line) => {
      answered.push(Number(line));
      if (answered.length === answers) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => resolve(answered));
  });
}

test('kill -9 at any moment loses no entry that was answered, and leaves the log whole', async () => {
  const database = await openAuditTestDatabase();
  for (const answers of [1, 37, 250]) {
    const answered = await killAfter(answers, database.url);
    expect(answered.length).toBeGreaterThanOrEqual(answers);
    const { rows } = await database.app.query('select count(*) as n from audit_entry where seq = any($1)', [answered]);
    expect(Number(rows[0].n)).toBe(answered.length);
  }
  const client = await database.admin.connect();
  expect(await verifyLog(client, {})).toMatchObject({ state: 'whole', clockSteps: [] });
  client.release();
  await database.close();
});
