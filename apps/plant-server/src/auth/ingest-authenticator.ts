import { isIP } from 'node:net';
import { sha256 } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { gather } from '@varco/server-kit/process/gather.ts';
import type { Authenticator, Viewer } from '@varco/server-kit/http/server-app.ts';
import type { Runner } from '../database/statement.ts';

/** Key of a camera or of whoever imports files. `gates`: those it may send for; null: all. */
export interface IngestKey {
  readonly id: string;
  readonly label: string;
  readonly kind: 'camera' | 'import';
  readonly gates: readonly number[] | null;
}

export interface IngestViewer extends Viewer {
  readonly key: IngestKey;
}

const TEXT = `select u.nr, k.id, k.label, k.kind, k.gates
  from unnest($1::text[], $2::inet[]) with ordinality as u(hash, ip, nr) join ingest_key as k on k.key_hash = u.hash
  where k.revoked_at is null and (k.cidr is null or u.ip <<= k.cidr)`;
/** Calls that come at the same time share a look-up; none is older than the call. */
const TOGETHER = { atOnce: 2, most: 100 };

interface GivenKey {
  readonly hash: string;
  /** Null: whoever calls has no address that could be held against a range. */
  readonly ip: string | null;
}
type FoundKey = IngestKey & { readonly nr: string };

/** Genuine keys among those given, each at its place; undefined: unknown, revoked or used from elsewhere. */
async function findKeys(runner: Runner, given: readonly GivenKey[]): Promise<readonly (IngestKey | undefined)[]> {
  const rows = await runner.run<FoundKey>({
    name: 'ingest-keys',
    text: TEXT,
    values: [given.map(({ hash }) => hash), given.map(({ ip }) => ip)],
  });
  const byPlace = new Map(rows.map(({ nr, ...key }) => [Number(nr), key]));
  return given.map((_, at) => byPlace.get(at + 1));
}

/** An IPv4 address that came over an IPv6 socket counts as IPv4; a zone is no part of an address. Null for what is no address. */
function plainAddress(ip: string): string | null {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) === 0 ? null : plain;
}

/**
 * `X-Api-Key` (security rules, part 3). Throws `missing_api_key`, or `invalid_api_key` alike for a key that is unknown,
 * revoked or used from elsewhere: each costs the same one look-up.
 */
export function ingestAuthenticator(runner: Runner): Authenticator<IngestViewer, 'ingest-key'> {
  const find = gather(TOGETHER, (given: readonly GivenKey[]) => findKeys(runner, given));
  return {
    async authenticate(request) {
      const given = request.headers['x-api-key'];
      if (given === undefined || given === '') throw new AppError('missing_api_key');
      const hash = sha256(String(given)).toString('hex');
      const key = await find({ hash, ip: plainAddress(request.ip) });
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
