import type { Log } from '../log/log.ts';

/** The members of a process used here; only `main.ts` passes the real one. */
type ProcessHost = Pick<NodeJS.Process, 'on' | 'exit'>;

/** Stops a server once at SIGTERM or SIGINT: exit 0 after `stop`, 1 when stopping failed. */
export function stopOnSignals(host: ProcessHost, log: Log, stop: () => Promise<void>): void {
  let isStopping = false;
  const end = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => host.exit(0),
      (error: unknown) => {
        log.error('stopping failed', { error });
        host.exit(1);
      },
    );
  };
  host.on('SIGTERM', end);
  host.on('SIGINT', end);
}

/** Exits with 1 when the database cannot be restarted, so that a supervisor restarts the program. */
export function exitWhenLost(host: ProcessHost, log: Log, lost: Promise<unknown>): void {
  void lost.then((error) => {
    log.error('database cannot be restarted, exiting', { error });
    host.exit(1);
  });
}
