import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';
import type { ExportsDeps } from '../exports.deps.ts';
import { isExportDue } from '../export-jobs.queries.ts';
import type { ExportStart, FromExports, ToExports } from './export-messages.ts';
import { answerExports } from './server-line.ts';

/** How often the server looks whether there is work, while nobody works. */
const LOOK_MS = 500;
/** After a process that ended by itself, before another one is begun. */
const PAUSE_MS = 5_000;
/** Longer than writing down that nobody works on a job any more. */
const END_MS = 4_000;

type Needs = Pick<ExportsDeps, 'store' | 'auditSink' | 'ministry' | 'expectedExports' | 'log' | 'now'>;

/** Has exports worked on, in a process begun when there are some or somebody looks at one, until `ending`; the process is gone when this resolves. */
export async function runExportProcess(needs: Needs, start: ExportStart, ending: AbortSignal): Promise<void> {
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: ending }).catch(() => {});
  while (!ending.aborted) {
    try {
      const isExpected = needs.expectedExports.take();
      if (isExpected || (await isExportDue(needs.store.runner, needs.now().toISOString())))
        await workApart(needs, start, ending);
      await pause(LOOK_MS);
    } catch (error) {
      needs.log.error('chore failed', { error });
      await pause(PAUSE_MS);
    }
  }
}

/** One process, from its beginning to its end. Throws when it ended otherwise than by itself or by our wish. */
async function workApart(needs: Needs, start: ExportStart, ending: AbortSignal): Promise<void> {
  if (ending.aborted) return;
  // Half of what beginning it costs is reading and compiling hundreds of files.
  const child = forkBackground(new URL('./export-program.ts', import.meta.url), join(start.exportFolder, '../code'));
  const say = (message: ToExports): void => void child.send(message, () => undefined);
  const answer = answerExports({ ...needs, plateIndex: needs.store.plateIndex }, ending);
  child.on('message', (asked) => void answer(asked as FromExports).then(say));
  let killer: NodeJS.Timeout | undefined;
  const end = (): void => {
    say({ type: 'end' });
    killer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  };
  ending.addEventListener('abort', end, { once: true });
  try {
    say({ type: 'start', start });
    await new Promise<void>((done, fail) => {
      child.once('error', fail);
      child.once('exit', (code, by) => {
        if (code === 0 || ending.aborted) done();
        else fail(new Error(`the process that works on exports ended (${by ?? code})`));
      });
    });
  } finally {
    ending.removeEventListener('abort', end);
    clearTimeout(killer);
  }
}
