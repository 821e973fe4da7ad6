import type { Pool } from 'pg';

const NEVER = '2099-01-01T00:00:00.000Z';
const MADE = '2026-11-01T08:00:00.000Z';

interface EntryOptions {
  readonly owner?: number;
  readonly kind?: 'open' | 'master' | 'slave';
  readonly master?: number;
  readonly group?: number | null;
  readonly isApproximate?: boolean;
  readonly isInterforce?: boolean;
  readonly note?: string;
  readonly mails?: string;
  readonly mail?: boolean;
  readonly radio?: boolean;
  readonly expiresAt?: string;
}

/** Inserts a blacklist entry; returns its id. */
export async function insertBlacklistRow(pool: Pool, plate: string, options: EntryOptions = {}): Promise<number> {
  const { owner = 1, kind = 'open', master = null, group = null, mails = null, expiresAt = NEVER } = options;
  const { rows } = await pool.query<{ id: number }>(
    `insert into blacklist_entry (uuid, plate, kind, master, group_id, is_approximate, is_interforce, owner, creator, note1, mails, mail_alarm,
       radio_alarm, expires_at, entered_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, gen_random_uuid(), $8, $9, $10, $11, $12, $13, $13, $13) returning id`,
    [
      plate,
      kind,
      master,
      group,
      options.isApproximate ?? false,
      options.isInterforce ?? false,
      owner,
      options.note ?? '',
      mails,
      options.mail ?? true,
      options.radio ?? false,
      expiresAt,
      MADE,
    ],
  );
  return rows[0]?.id ?? 0;
}

/** Inserts a whitelist entry that suppresses these kinds of alert; returns its id. */
export async function insertWhitelistRow(pool: Pool, plate: string, silences: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into whitelist_entry (uuid, plate, silences, reason, owner, creator, expires_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'own car', 1, gen_random_uuid(), $3, $4, $4) returning id`,
    [plate, silences, NEVER, MADE],
  );
  return rows[0]?.id ?? 0;
}

/** Inserts a figurehead; returns its id. */
export async function insertFigureheadRow(pool: Pool, ownerCode: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into figurehead_entry (uuid, owner_code, owner, creator, created_at, updated_at)
     values (gen_random_uuid(), $1, 1, gen_random_uuid(), $2, $2) returning id`,
    [ownerCode, MADE],
  );
  return rows[0]?.id ?? 0;
}
