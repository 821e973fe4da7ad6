import fs from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from '@varco/server-kit/database/embedded-error.ts';
import { startSupervisedPostgres } from '@varco/server-kit/database/supervised-postgres.ts';
import { computeLayout, listPorts } from './demo/layout.ts';
import { startMailCatcher } from './demo/mail-catcher.ts';
import { type DemoOptions, OptionError, readDemoOptions } from './demo/options.ts';
import { checkDataFolder, checkPorts, PreflightError, readDataMark, writeDataMark } from './demo/preflight.ts';
import { printReady, writeReadyFile } from './demo/ready.ts';
import { createProgress, printLine } from './demo/terminal.ts';
import { buildDemoServices } from './demo/services.ts';
import { Supervisor } from './demo/supervisor.ts';
import { startTrafficProcess } from './demo/traffic-process.ts';
import { restartOnChange } from './demo/restart-on-change.ts';
import { getPortalDataDir } from './demo/fill-portal.ts';
import { writeStreetArchive } from './demo/street-archive.ts';
import { fillWorld } from './demo/fill-world.ts';
import { migrateWorld } from './demo/migrate-world.ts';
import { buildWeb } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Cleanup functions to call when the demo ends, newest first. */
const closers: (() => Promise<void>)[] = [];
let isStopping = false;

async function stopDemo(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const close of closers.toReversed()) await close().catch((error: unknown) => console.error(error));
}

/**
 * The marker of complete data. Data of an interrupted first start is removed, because a half-filled world would look
 * complete.
 */
function readUsableMark(dataDir: string): ReturnType<typeof readDataMark> {
  const mark = readDataMark(dataDir);
  if (mark === null || mark.filledAt !== undefined) return mark;
  printLine('The first start was interrupted; starting over ...');
  fs.rmSync(dataDir, { recursive: true, force: true });
  return null;
}

async function runDemo(options: DemoOptions): Promise<void> {
  const began = performance.now();
  const layout = computeLayout(options);
  if (options.isReset) {
    printLine(`Removing ${options.dataDir} ...`);
    fs.rmSync(options.dataDir, { recursive: true, force: true });
  }
  await checkPorts(listPorts(layout));
  const mark = readUsableMark(options.dataDir);
  const isFilled = mark?.filledAt !== undefined && mark.size === options.size;
  if (mark?.filledAt !== undefined && mark.size !== options.size) {
    throw new PreflightError(
      `The data in ${options.dataDir} is of size "${mark.size}", not "${options.size}".\nStart with --size ${mark.size}, use another folder with --data DIR, or begin anew with --reset.`,
    );
  }
  checkDataFolder(options.dataDir, options.size, isFilled);
  if (options.readyFile !== null) fs.rmSync(options.readyFile, { force: true });

  printLine('Building the web app ...');
  if (!buildWeb(root)) printLine('  (already up to date)');
  printLine('Starting PostgreSQL ...');
  const postgres = await startSupervisedPostgres({
    dataDir: path.join(options.dataDir, 'postgres'),
    onRestart: () => printLine('PostgreSQL stopped unexpectedly; restarting it.'),
    onFailed: (error) => printLine(`PostgreSQL could not be restarted: ${String(error)}`),
  });
  closers.push(() => postgres.stop());
  const begunAt = mark?.begunAt ?? new Date().toISOString();
  if (!isFilled) {
    writeDataMark(options.dataDir, { size: options.size, begunAt });
    printLine(`Filling eight plants with invented traffic (size "${options.size}") ...`);
    await fillWorld(postgres, layout, { size: options.size, begunAt, onProgress: createProgress('  transits') });
    writeDataMark(options.dataDir, { size: options.size, begunAt, filledAt: new Date().toISOString() });
  } else {
    await migrateWorld(postgres, layout);
  }

  await writeStreetArchive(path.join(getPortalDataDir(layout), 'map'));
  printLine('Starting portal, plants, registry and mail catcher ...');
  const mail = await startMailCatcher(layout.smtpPort, layout.mailPort);
  closers.push(() => mail.close());
  const supervisor = new Supervisor({ root, logDir: path.join(options.dataDir, 'logs'), onEvent: printLine });
  closers.push(() => supervisor.stopAll());
  await Promise.all(buildDemoServices(root, layout, postgres).map((service) => supervisor.start(service)));
  if (process.env['VARCO_DEMO_WATCH'] === '1') restartOnChange(root, supervisor, () => migrateWorld(postgres, layout));
  await startTrafficProcess(supervisor, { root, options, begunAt });
  if (options.readyFile !== null) writeReadyFile(options.readyFile, layout);
  printReady(layout, (performance.now() - began) / 1000);
  await postgres.ended;
  if (!isStopping) throw new Error('PostgreSQL has ended by itself.');
}

const options = ((): DemoOptions | null => {
  try {
    const read = readDemoOptions(process.argv.slice(2), process.env, root);
    if (!('help' in read)) return read;
    printLine(read.help);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
  return null;
})();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!isStopping) printLine('\nStopping ...');
    void stopDemo().then(() => process.exit(0));
  });
}

if (options !== null) {
  try {
    await runDemo(options);
  } catch (error) {
    const isPlain = error instanceof PreflightError || error instanceof EmbeddedPostgresError;
    console.error(isPlain ? `\n${error.message}\n` : error);
    await stopDemo();
    process.exit(1);
  }
}
