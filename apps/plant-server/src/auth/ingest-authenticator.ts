import { isIP } from 'node:net';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { batchCalls } from '@varco/server-kit/process/batch-calls.ts';
import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import type { Viewer } from '@varco/server-kit/http/viewer.ts';
import type { Runner } from '../database/sql-statement.ts';

/** API key of a camera or of a file importer. `gates`: gates it may send for; null: all. */
export interface IngestKey {
  readonly id: string;
  readonly label: string;
  readonly kind: 'camera' | 'import';
  readonly gates: readonly number[] | null;
}

export interface IngestViewer extends Viewer {
  readonly key: IngestKey;
}

const SELECT_KEYS = `select u.nr, k.id, k.label, k.kind, k.gates
  from unnest($1::text[], $2::inet[]) with ordinality as u(hash, ip, nr) join ingest_key as k on k.key_hash = u.hash
  where k.revoked_at is null and (k.cidr is null or u.ip <<= k.cidr)`;
/** Concurrent calls share one database query, which never starts before the call. */
const BATCH_OPTIONS = { maxConcurrent: 2, maxBatchSize: 100 };

interface PresentedKey {
  readonly hash: string;
  /** Null: the caller's address cannot be compared with a range. */
  readonly ip: string | null;
}
type IngestKeyRow = IngestKey & { readonly nr: string };

/** Finds the keys, in the order given; undefined: unknown, revoked, or used from a disallowed address. */
async function findIngestKeys(
  runner: Runner,
  input: readonly PresentedKey[],
): Promise<readonly (IngestKey | undefined)[]> {
  const rows = await runner.run<IngestKeyRow>({
    name: 'ingest-keys',
    text: SELECT_KEYS,
    values: [input.map(({ hash }) => hash), input.map(({ ip }) => ip)],
  });
  const byPosition = new Map(rows.map(({ nr, ...key }) => [Number(nr), key]));
  return input.map((_, at) => byPosition.get(at + 1));
}

/** Normalises an address: IPv4 mapped to IPv6 becomes IPv4, and an IPv6 zone is removed. Null for an invalid address. */
export function normaliseAddress(ip: string): string | null {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) === 0 ? null : plain;
}

/**
 * Authenticates `X-Api-Key` (security rules, part 3). Throws `missing_api_key`, or the same `invalid_api_key` for a key
 * that is unknown, revoked or used from a disallowed address; each costs one query.
 */
export function createIngestAuthenticator(runner: Runner): Authenticator<IngestViewer, 'ingest-key'> {
  const find = batchCalls(BATCH_OPTIONS, (input: readonly PresentedKey[]) => findIngestKeys(runner, input));
  return {
    async authenticate(request) {
      const input = request.headers['x-api-key'];
      if (input === undefined || input === '') throw new AppError('missing_api_key');
      const hash = hashSecretText(String(input)).toString('hex');
      const key = await find({ hash, ip: normaliseAddress(request.ip) });
      if (key === undefined) throw new AppError('invalid_api_key');
      const actor = {
        kind: 'camera',
        id: key.id,
        name: key.label,
        group: key.kind,
        level: null,
        session: null,
      } as const;
      return { actor, key };
    },
    authorize: () => null,
  };
}
