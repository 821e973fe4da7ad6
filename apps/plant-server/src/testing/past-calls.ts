import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** A consultation of the past, as a test puts it into the log. */
export interface PastCall {
  readonly at: string;
  /** Number of the seeded user. */
  readonly user: number;
  readonly name: string;
  readonly action?: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly caseNo?: string | null;
  readonly ip?: string;
}

/** Writes consultations of the past into an empty log, in order of time. Their hashes are not real: nothing verifies them here. */
export async function writePastCalls(pool: Pool, calls: readonly PastCall[]): Promise<void> {
  const rows = calls
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ at, user, name, action = 'transits.search', detail, caseNo = null, ip = '10.0.0.1' }, index) => ({
      seq: index + 1,
      detail: JSON.stringify({ reason_text: 'verifica', ...detail }),
      body: JSON.stringify({
        ...{ v: 1, epoch: 1, seq: index + 1, at: Date.parse(at), action, outcome: 'ok' },
        actor: { kind: 'user', id: buildUserId(user), name, group: 'fdo carabinieri', level: 5, session: null },
        ...{ from: { ip, client: null }, req: null, count: 1, bytes: null },
        ...{ reason: { code: 'training', case: caseNo }, detail: null },
      }),
    }));
  const [seqs, bodies, details] = [
    rows.map(({ seq }) => seq),
    rows.map(({ body }) => body),
    rows.map((row) => row.detail),
  ];
  const noise = rows.map(() => randomBytes(32));
  const salts = rows.map(() => randomBytes(16));
  await pool.query(
    `with leaf as (insert into audit_leaf (epoch, seq, hash) select 1, s, h from unnest($1::bigint[], $2::bytea[]) as r (s, h)),
      entry as (insert into audit_entry (epoch, seq, body) select 1, s, b from unnest($1::bigint[], $3::text[]) as r (s, b))
     insert into audit_detail (epoch, seq, salt, body) select 1, s, k, b from unnest($1::bigint[], $4::bytea[], $5::text[]) as r (s, k, b)`,
    [seqs, noise, bodies, salts, details],
  );
}

/** Stores a checkpoint that was published at an instant. */
export async function writeCheckpoint(pool: Pool, at: string, size: number): Promise<void> {
  await pool.query('insert into audit_checkpoint (epoch, size, root, frontier, at) values (1, $1, $2, $3, $4)', [
    ...[size, Buffer.alloc(32, 9), Buffer.alloc(0), at],
  ]);
}

/** Id of a seeded user, as `buildUserSeed` gives it. */
export const buildUserId = (user: number): string => `00000000-0000-4000-8000-${String(user).padStart(12, '0')}`;
