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

/** For development: restarts the servers when their sources change. */
export function restartOnChange(root: string, supervisor: Supervisor): void {
  let timer: NodeJS.Timeout | undefined;
  const onChange = (_event: string, file: string | null): void => {
    if (file === null || !/\.(ts|sql)$/.test(file) || /\.test\.ts$|node_modules/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      printLine(`${file} changed; starting the servers again.`);
      supervisor.restartAll();
    }, QUIET_MS);
  };
  for (const folder of SERVER_SOURCES) fs.watch(path.join(root, folder), { recursive: true }, onChange);
}
