import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Supervisor } from './supervisor.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder = '';
let supervisor: Supervisor;
const events: string[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-supervisor-'));
  events.length = 0;
  supervisor = new Supervisor({ root, logDir: path.join(folder, 'logs'), onEvent: (text) => events.push(text) });
});
afterEach(async () => {
  await supervisor.stopAll();
  fs.rmSync(folder, { recursive: true, force: true });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const entry = (text: string): string => {
  const file = path.join(folder, `service-${text.length}.mjs`);
  fs.writeFileSync(file, text);
  return file;
};
const LASTING = 'setInterval(() => {}, 1000);';

describe('servers of the demo', () => {
  it('a killed server is started again', async () => {
    await supervisor.start({ name: 'lasting', entry: entry(LASTING), env: {} });
    const first = supervisor.pidOf('lasting');
    expect(first).not.toBeNull();
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => supervisor.pidOf('lasting'), { timeout: 10_000 }).not.toBe(first);
    expect(events[0]).toContain('lasting ended (SIGKILL)');
  });

  it('stopping leaves no process behind', async () => {
    await supervisor.start({ name: 'lasting', entry: entry(LASTING), env: {} });
    const pid = supervisor.pidOf('lasting') ?? 0;
    await supervisor.stopAll();
    expect(isAlive(pid)).toBe(false);
  });

  it('a server that cannot start is told with the end of its log', async () => {
    const failing = entry("console.error('no such database'); process.exit(1);");
    const started = supervisor.start(
      { name: 'failing', entry: failing, env: {}, readyUrl: 'http://127.0.0.1:9/' },
      15_000,
    );
    await expect(started).rejects.toThrow(/failing did not start[\s\S]*no such database/);
  });
});
