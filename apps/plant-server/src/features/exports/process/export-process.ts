import { join } from 'node:path';
import { isJobDue } from '@varco/server-kit/jobs/job-store.repository.ts';
import type { Loop } from '@varco/server-kit/jobs/tasks.ts';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';
import type { ExportsDeps } from '../exports.deps.ts';
import { BUILD_EXPORT } from '../build-job.ts';
import type { ExportStart, ExportProcessCall, ServerMessage } from './export-messages.ts';
import { createRpcHandler } from './server-rpc.ts';

/** How often the server looks for jobs whose time has come; new ones are announced. Also the pause after a failure. */
const POLL_MS = 5_000;
/** Longer than a process needs to release its claimed jobs. */
const SHUTDOWN_TIMEOUT_MS = 4_000;

type ExportProcessDeps = Pick<
  ExportsDeps,
  'pool' | 'store' | 'auditSink' | 'diskGuard' | 'ministry' | 'exportStartHint' | 'log' | 'now'
>;

/** Starts the export process when there are jobs, or when one is expected, and waits for its end. */
export const createExportLoop = (needs: ExportProcessDeps, start: ExportStart): Loop => ({
  name: 'exports.process',
  everyMs: POLL_MS,
  wake: needs.exportStartHint.wake,
  async run(ending) {
    const isExpected = needs.exportStartHint.consume();
    if (isExpected || (await isJobDue(needs.pool, BUILD_EXPORT.name))) await runChildProcess(needs, start, ending);
  },
});

/** Runs one process to its end. Throws when it failed. */
async function runChildProcess(needs: ExportProcessDeps, start: ExportStart, ending: AbortSignal): Promise<void> {
  if (ending.aborted) return;
  // A compile cache halves the start-up time, most of which is reading and compiling hundreds of files.
  const child = forkBackground(new URL('./export-program.ts', import.meta.url), join(start.exportFolder, '../code'));
  const send = (message: ServerMessage): void => void child.send(message, () => undefined);
  const answer = createRpcHandler({ ...needs, plateIndex: needs.store.plateIndex }, ending);
  child.on('message', (requested) => void answer(requested as ExportProcessCall).then(send));
  let killer: NodeJS.Timeout | undefined;
  const end = (): void => {
    send({ type: 'end' });
    killer = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_TIMEOUT_MS);
  };
  ending.addEventListener('abort', end, { once: true });
  try {
    send({ type: 'start', start });
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
