import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { TLOG_ENDPOINTS } from '@varco/contract/tlog.ts';
import type { Pool } from 'pg';
import { type AuditTestDatabase, createSampleRecord, openAuditTestDatabase } from '../audit/audit-test-database.ts';
import { type AuditWriter, openAuditWriter } from '../audit/audit-writer.ts';
import { openSealedBytes, sealBytes } from '../auth/secrets.ts';
import { createServerApp } from '../http/create-app.ts';
import type { Viewers } from '../http/server-app.ts';
import { createLog } from '../log/log.ts';
import { createOutboundClient } from '../outbound/outbound-client.ts';
import type { KeySealer } from '../keys/key-store.repository.ts';
import { tlogRoutes } from './tlog.routes.ts';
import { openTlog, type Tlog } from './tlog.ts';

/** A server with a consultation log that publishes it and cosigns others, listening on this machine. */
export interface TlogServer {
  readonly uuid: string;
  readonly tlog: Tlog;
  readonly database: AuditTestDatabase;
  /** Address of its published log, epoch 1. */
  readonly logUrl: string;
  readonly witnessUrl: string;
  /** Appends sample entries in order. */
  append(count: number): Promise<void>;
  /** Log lines so far. */
  logText(): string;
  close(): Promise<void>;
}

const createSealer = (): KeySealer => {
  const key = randomBytes(32);
  return {
    seal: (context, plain) => sealBytes(key, plain, context),
    open: (context, sealed) => openSealedBytes(key, sealed, context),
  };
};

/** Starts such a server on a database of its own. */
export async function startTlogServer(host: string): Promise<TlogServer> {
  const database = await openAuditTestDatabase();
  const pool: Pool = database.app;
  const uuid = randomUUID();
  const lines: string[] = [];
  const log = createLog({ level: 'debug', name: host, target: { write: (line) => lines.push(line) } });
  const writer: AuditWriter = await openAuditWriter({ pool, identity: { host, log: uuid } });
  const tlog = await openTlog({
    ...{ pool, host, uuid, log, sealer: createSealer(), now: () => new Date() },
    outbound: createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] }),
  });
  const app = createServerApp<Pick<Viewers, never>>({
    log,
    now: () => new Date(),
    authenticators: {},
    auditSink: null,
    allowedOrigins: null,
  });
  tlogRoutes(app, tlog);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  if (app.varco.implemented.length !== TLOG_ENDPOINTS.length) throw new Error('an endpoint of the log has no route');
  return {
    ...{ uuid, tlog, database },
    logUrl: `${address}/audit/${uuid}/1`,
    witnessUrl: `${address}/audit/witness`,
    async append(count) {
      await Promise.all(Array.from({ length: count }, (_, i) => writer.record(createSampleRecord({ count: i }))));
    },
    logText: () => lines.join(''),
    async close() {
      await app.close();
      await writer.close();
      await database.close();
    },
  };
}

/** Makes `witness` cosign the log of `server`. */
export async function introduce(server: TlogServer, witness: TlogServer): Promise<void> {
  const [own, other] = [await server.tlog.describe(), await witness.tlog.describe()];
  if (own === null || other === null) throw new Error('no log');
  await witness.tlog.watch(own.log, server.uuid);
  await server.tlog.setWitnesses([{ vkey: other.witness, url: witness.witnessUrl }]);
}

/** Address of the checkpoint a witness cosigned last for a log; absent `origin`: the newest log of `server`. */
export async function findWitnessedUrl(server: TlogServer, witness: TlogServer, origin?: string): Promise<string> {
  const own = await server.tlog.describe();
  const hash = createHash('sha256')
    .update(origin ?? own?.log.origin ?? '')
    .digest('hex');
  return `${witness.witnessUrl}/${hash}/checkpoint`;
}
