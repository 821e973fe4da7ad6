import { createSystemEventStore } from '@varco/server-kit/events/system-event-store.ts';
import { createLog, openLogOutput, silentLog } from '@varco/server-kit/log/log.ts';
import { createDiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { openKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { PLANT_KEYS } from '../../../auth/plant-keys.ts';
import { createServerKey } from '../../../auth/server-key.ts';
import { CodeDictionary } from '../../../database/code-dictionary.repository.ts';
import { MonthPartitions } from '../../../database/month-partitions.repository.ts';
import { poolRunner } from '../../../database/pg-runner.ts';
import { DailyConfusions } from '../../cameras/cameras.public.ts';
import type { MinistryGateway, OwnerOutcome } from '../../ministry/ministry.public.ts';
import { runExportWorkers } from '../export-worker.ts';
import type { ExportStart, ExportProcessCall, ServerMessage } from './export-messages.ts';
import { type CallServer, createRemotePlateIndex, createServerRpc } from './server-rpc.ts';

// Main module of the export process.
stayInBackground();

/** After this idle time the process ends to free its memory. Longer than users usually spend on the export form. */
const MAX_IDLE_MS = 180_000;
/** Each worker has one segment in work and the next one started; one more listens for new jobs. */
const MAX_CONNECTIONS = 5;

// A failed send is ignored: the server has ended, and this process ends with it.
const serverRpc = createServerRpc((requested: ExportProcessCall) => void process.send?.(requested, () => undefined));
const ending = new AbortController();

process.on('message', (received) => {
  const message = received as ServerMessage;
  if (message.type === 'end') ending.abort();
  else if (message.type !== 'start') serverRpc.handleResponse(message);
  else
    runExports(message.start).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
});

async function runExports(start: ExportStart): Promise<void> {
  const now = (): Date => new Date();
  const events = createSystemEventStore(
    createLog({ level: start.logLevel, name: 'plant exports', target: openLogOutput(2) }),
    now,
  );
  const { log } = events;
  const onError = (error: Error): void => log.error('database connection lost', { error });
  const pool = createPool({
    url: start.databaseUrl,
    applicationName: 'varco plant exports',
    isPipelined: true,
    max: MAX_CONNECTIONS,
    onError,
  });
  events.start(pool);
  const runner = poolRunner(pool);
  const codes = new CodeDictionary(runner);
  const key = createServerKey(start.secret);
  const [keys] = await Promise.all([openKeyRing(pool, key, PLANT_KEYS), codes.load()]);
  // The server logs and counts; this one only knows when to pause.
  const diskGuard = createDiskGuard({
    volumes: { exports: [start.exportFolder] },
    reserveMb: start.diskReserveMb,
    ballastPath: null,
    log: silentLog,
  });
  await diskGuard.start();
  const deps = {
    diskGuard,
    ...{ pool, log, now, key, keys, version: start.version },
    ...{ pictureSource: start.pictureSource, exportFolder: start.exportFolder },
    outboundCidrs: start.outboundCidrs,
    store: { runner, codes, months: new MonthPartitions(runner), plateIndex: createRemotePlateIndex(serverRpc.invoke) },
    // Audit entries are written by the server: it holds the lock on the log only briefly, and other calls wait for that
    // lock.
    auditSink: { record: (entry: unknown) => serverRpc.invoke<never>('record', [entry]), isWritable: () => true },
    confusions: new DailyConfusions(runner),
    ministry: createRemoteMinistry(serverRpc.invoke),
  };
  await runExportWorkers(deps, ending.signal, MAX_IDLE_MS);
  await diskGuard.stop();
  await events.stop();
  await pool.end();
}

/** Only the server calls the ministry; an export asks it for the vehicles of an owner. */
function createRemoteMinistry(ask: CallServer): Pick<MinistryGateway, 'vehiclesOfOwner'> {
  return { vehiclesOfOwner: (code, signal) => ask<OwnerOutcome>('vehiclesOfOwner', [code], signal) };
}
