import { sha256 } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Authenticator, Viewer } from '@varco/server-kit/http/server-app.ts';
import type { Runner } from '../store/statement.ts';

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

const TEXT = `select id, label, kind, gates from ingest_key
  where key_hash = $1 and revoked_at is null and (cidr is null or $2::inet <<= cidr)`;

/** An IPv4 address that came over an IPv6 socket counts as IPv4; a zone is no part of an address. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/**
 * `X-Api-Key` (security rules, part 3). Throws `missing_api_key`, or `invalid_api_key` alike for a key that is unknown,
 * revoked or used from elsewhere: each costs the same one look-up.
 */
export function ingestAuthenticator(runner: Runner): Authenticator<IngestViewer, 'ingest-key'> {
  return {
    async authenticate(request) {
      const given = request.headers['x-api-key'];
      if (given === undefined || given === '') throw new AppError('missing_api_key');
      const hash = sha256(String(given)).toString('hex');
      const [key] = await runner.run<IngestKey>({
        name: 'ingest-key',
        text: TEXT,
        values: [hash, plainAddress(request.ip)],
      });
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
