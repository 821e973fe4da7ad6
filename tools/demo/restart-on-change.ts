import fs from 'node:fs';
import path from 'node:path';
import { printLine } from './terminal.ts';
import type { Supervisor } from './supervisor.ts';

const SERVER_SOURCES = [
  'apps/portal-server',
  'apps/plant-server',
  'apps/registry',
  'packages/server-kit',
  'packages/contract',
  'packages/domain',
  'packages/i18n',
];
/** Wait until changes stop: an editor may save in several steps, a branch switch changes many files. */
const QUIET_MS = 300;

/** For development: restarts the servers when their sources change, after `migrate` when a migration changed. */
export function restartOnChange(root: string, supervisor: Supervisor, migrate: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let isMigrationChanged = false;
  const restart = async (): Promise<void> => {
    if (isMigrationChanged) {
      isMigrationChanged = false;
      // A step that cannot be applied is said; the servers then say that it is missing.
      await migrate().catch((error: unknown) => printLine(String(error)));
    }
    supervisor.restartAll();
  };
  const onChange = (_event: string, file: string | null): void => {
    if (file === null || !/\.(ts|sql)$/.test(file) || /\.test\.ts$|node_modules/.test(file)) return;
    clearTimeout(timer);
    isMigrationChanged ||= file.endsWith('.sql');
    timer = setTimeout(() => {
      printLine(`${file} changed; starting the servers again.`);
      void restart();
    }, QUIET_MS);
  };
  for (const folder of SERVER_SOURCES) fs.watch(path.join(root, folder), { recursive: true }, onChange);
}
