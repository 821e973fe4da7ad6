import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { forkBackground } from '@varco/server-kit/process/background-process.ts';
import type { ExportsDeps } from '../exports.deps.ts';
import { isExportDue } from '../export-jobs.repository.ts';
import type { ExportStart, ExportProcessCall, ServerMessage } from './export-messages.ts';
import { createRpcHandler } from './server-rpc.ts';

/** How often the server checks for work while no export process runs. */
const POLL_MS = 500;
/** Pause before a new process is started after a failure. */
const RESTART_PAUSE_MS = 5_000;
/** Longer than a process needs to release its claimed jobs. */
const SHUTDOWN_TIMEOUT_MS = 4_000;

type ExportProcessDeps = Pick<ExportsDeps, 'store' | 'auditSink' | 'ministry' | 'exportStartHint' | 'log' | 'now'>;

/**
 * Supervises the export process: starts it when there are jobs, or when one is expected, until `ending` aborts. The process
 * has ended when this resolves.
 */
export async function superviseExportProcess(
  needs: ExportProcessDeps,
  start: ExportStart,
  ending: AbortSignal,
): Promise<void> {
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: ending }).catch(() => {});
  while (!ending.aborted) {
    try {
      const isExpected = needs.exportStartHint.consume();
      if (isExpected || (await isExportDue(needs.store.runner, needs.now().toISOString())))
        await runChildProcess(needs, start, ending);
      await pause(POLL_MS);
    } catch (error) {
      needs.log.error('job failed', { error });
      await pause(RESTART_PAUSE_MS);
    }
  }
}

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
