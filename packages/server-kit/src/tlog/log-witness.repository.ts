import type { Pool } from 'pg';

/** A witness this server's log is sent to. */
export interface LogWitness {
  readonly name: string;
  readonly vkey: string;
  /** Submission prefix: `add-checkpoint` is appended after a slash. */
  readonly url: string;
}

export interface StoredWitness extends LogWitness {
  /** Log of which the witness last told the size it holds. */
  readonly origin: string;
  readonly heldSize: number;
  /** Last refusal that has not been followed by a cosignature. */
  readonly refusedCode: string | null;
}

/** Makes these the witnesses of this server; what is known of those that stay is kept. */
export async function storeWitnesses(pool: Pool, witnesses: readonly LogWitness[]): Promise<void> {
  await pool.query('delete from log_witness where not (name = any($1::text[]))', [witnesses.map(({ name }) => name)]);
  for (const { name, vkey, url } of witnesses)
    await pool.query(
      `insert into log_witness (name, vkey, url) values ($1, $2, $3)
       on conflict (name) do update set vkey = excluded.vkey, url = excluded.url
        where (log_witness.vkey, log_witness.url) is distinct from (excluded.vkey, excluded.url)`,
      [name, vkey, url],
    );
}

export async function listWitnesses(pool: Pool): Promise<readonly StoredWitness[]> {
  const { rows } = await pool.query<{
    name: string;
    vkey: string;
    url: string;
    origin: string;
    held_size: string;
    refused_code: string | null;
  }>('select name, vkey, url, origin, held_size, refused_code from log_witness order by name');
  return rows.map(({ held_size: size, refused_code: refusedCode, ...row }) => ({
    ...row,
    heldSize: Number(size),
    refusedCode,
  }));
}

/** Notes the size a witness holds of a log. */
export async function storeWitnessedSize(
  pool: Pool,
  name: string,
  held: { readonly origin: string; readonly size: number; readonly cosignedAt: Date | null },
): Promise<void> {
  await pool.query(
    `update log_witness set origin = $2, held_size = $3, cosigned_at = coalesce($4, cosigned_at),
            refused_at = case when $4::timestamptz is null then refused_at end,
            refused_code = case when $4::timestamptz is null then refused_code end
      where name = $1`,
    [name, held.origin, held.size, held.cosignedAt],
  );
}

export async function storeRefusal(pool: Pool, name: string, code: string, at: Date): Promise<void> {
  await pool.query('update log_witness set refused_at = $2, refused_code = $3 where name = $1', [name, at, code]);
}
