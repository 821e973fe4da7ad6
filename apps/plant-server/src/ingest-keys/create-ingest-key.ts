import { randomBytes, randomUUID } from 'node:crypto';
import type { IngestKeyKind } from '@varco/contract/ingest-keys.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { buildSystemOrigin } from '../context/system-origin.ts';
import type { Runner } from '../database/sql-statement.ts';
import { insertIngestKey } from './ingest-keys.repository.ts';

/**
 * Makes a key with which reads are sent, and its entry in the consultation log.
 * @param author program that makes it, as the log names it
 * @returns the key, which is shown once: only its hash is stored
 */
export async function createIngestKey(
  runner: Runner,
  audit: AuditSink,
  made: {
    readonly author: string;
    readonly kind: IngestKeyKind;
    readonly label: string;
    readonly gates: readonly number[] | null;
    readonly network: string | null;
    readonly now: string;
  },
): Promise<string> {
  const { author, label, kind, gates, network } = made;
  const key = randomBytes(32).toString('base64url');
  const id = randomUUID();
  await insertIngestKey(runner, { ...made, id, hash: hashSecretText(key).toString('hex') });
  const detail = { key: id, label, kind, gates, network };
  await audit.record({ ...buildSystemOrigin(author), action: 'ingest.key', outcome: 'ok', count: 1, detail });
  return key;
}
