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

// Main module of the export process.
stayInBackground();

/** After this idle time the process ends to free its memory. Longer than users usually spend on the export form. */
const IDLE_MS = 180_000;
/** Each worker has one segment in work and the next one started. */
const CONNECTIONS = 4;

// A failed send is ignored: the server has ended, and this process ends with it.
const line = openServerLine((asked: FromExports) => void process.send?.(asked, () => undefined));
const ending = new AbortController();

process.on('message', (received) => {
  const message = received as ToExports;
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
    // Audit entries are written by the server: it holds the lock on the log only briefly, and other calls wait for that
    // lock.
    auditSink: { record: (entry: unknown) => line.ask<never>('record', [entry]), isWritable: () => true },
    ministry: start.hasMinistry ? farMinistry(line.ask) : null,
  };
  await runExportWorkers(deps, ending.signal, IDLE_MS);
  await events.stop();
  await pool.end();
}

/** Only the server calls the ministry; an export asks it for the vehicles of an owner. */
function farMinistry(ask: AskServer): Pick<MinistryGateway, 'vehiclesOfOwner'> {
  return { vehiclesOfOwner: (code, signal) => ask<OwnerOutcome>('vehiclesOfOwner', [code], signal) };
}
