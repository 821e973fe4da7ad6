import { keepEvents } from '@varco/server-kit/events/event-keeper.ts';
import { createLog } from '@varco/server-kit/log/log.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { loadPlantKeys } from '../../../auth/plant-keys.ts';
import { createServerKey } from '../../../auth/server-key.ts';
import { CodeBook } from '../../../database/code-book.ts';
import { Months } from '../../../database/months.ts';
import { poolRunner } from '../../../database/pg-runner.ts';
import type { MinistryGateway, OwnerOutcome } from '../../ministry/ministry.public.ts';
import { runExportWorkers } from '../export-worker.ts';
import type { ExportStart, FromExports, ToExports } from './export-messages.ts';
import { type AskServer, farPlateIndex, openServerLine } from './server-line.ts';

// The program of `runExportProcess`.
stayInBackground();

/** Nothing to do for so long: the process and its memory go. Longer than most look at the form of an export before they order it. */
const IDLE_MS = 180_000;
/** Each worker has a stretch in work and one begun. */
const CONNECTIONS = 4;

// Nobody to tell: the server is gone, and this process with it.
const line = openServerLine((asked: FromExports) => void process.send?.(asked, () => undefined));
const ending = new AbortController();

process.on('message', (given) => {
  const message = given as ToExports;
  if (message.type === 'end') ending.abort();
  else if (message.type !== 'start') line.take(message);
  else
    work(message.start).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
});

async function work(start: ExportStart): Promise<void> {
  const now = (): Date => new Date();
  const target = { write: (text: string): void => void process.stderr.write(text) };
  const events = keepEvents(createLog({ level: start.logLevel, name: 'plant exports', target }), now);
  const { log } = events;
  const onError = (error: Error): void => log.error('database connection lost', { error });
  const pool = createPool({
    url: start.databaseUrl,
    applicationName: 'varco plant exports',
    max: CONNECTIONS,
    onError,
  });
  events.begin(pool);
  const runner = poolRunner(pool);
  const codes = new CodeBook(runner);
  const key = createServerKey(start.secret);
  const [keys] = await Promise.all([loadPlantKeys(runner, key), codes.load()]);
  const deps = {
    ...{ log, now, key, keys, version: start.version },
    ...{ pictureSource: start.pictureSource, exportFolder: start.exportFolder },
    store: { runner, codes, months: new Months(runner), plateIndex: farPlateIndex(line.ask) },
    // Other answers of the plant wait for the log while an entry is written: that is done by the server, which nobody goes before.
    auditSink: { record: (entry: unknown) => line.ask<never>('record', [entry]), isWritable: () => true },
    ministry: start.hasMinistry ? farMinistry(line.ask) : null,
  };
  await runExportWorkers(deps, ending.signal, IDLE_MS);
  await events.stop();
  await pool.end();
}

/** The one door to the ministry is the server's; an export asks it for the vehicles of an owner only. */
function farMinistry(ask: AskServer): Pick<MinistryGateway, 'vehiclesOfOwner'> {
  return { vehiclesOfOwner: (code, signal) => ask<OwnerOutcome>('vehiclesOfOwner', [code], signal) };
}
