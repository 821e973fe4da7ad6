import { findRow, type Runner } from '../../database/sql-statement.ts';

/** A joining code and the portal that used it or showed it. Instants are ISO. */
export interface JoiningCodeRow {
  readonly id: number;
  /** The only portal that may use it; null: any. */
  readonly portal_origin: string | null;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  readonly shown_at: string | null;
  readonly shown_origin: string | null;
  readonly shown_key: Buffer | null;
  readonly used_at: string | null;
  readonly used_by: number | null;
}

const COLUMNS = `id, portal_origin, created_at, created_by, expires_at, revoked_at, revoked_by, shown_at, shown_origin, shown_key,
  used_at, used_by`;

export interface NewJoiningCode {
  readonly proof: Buffer;
  readonly portalOrigin: string | null;
  readonly at: string;
  readonly by: string;
  readonly expiresAt: string;
}

/** Serialises whoever makes codes, so that their number can be limited. */
export async function lockJoiningCodes(runner: Runner): Promise<void> {
  await runner.run({ text: 'lock table joining_code in share row exclusive mode', values: [] });
}

export async function countOpenCodes(runner: Runner, nowIso: string): Promise<number> {
  const row = await findRow<{ n: number }>(runner, {
    text: `select count(*)::int as n from joining_code where revoked_at is null and used_at is null and expires_at > $1`,
    values: [nowIso],
  });
  return row?.n ?? 0;
}

export async function insertJoiningCode(runner: Runner, code: NewJoiningCode): Promise<JoiningCodeRow> {
  const row = await findRow<JoiningCodeRow>(runner, {
    text: `insert into joining_code (proof, portal_origin, created_at, created_by, expires_at) values ($1, $2, $3, $4, $5)
      returning ${COLUMNS}`,
    values: [code.proof, code.portalOrigin, code.at, code.by, code.expiresAt],
  });
  if (row === null) throw new Error('no joining code was stored');
  return row;
}

/** The newest first. */
export const listJoiningCodes = (runner: Runner, limit: number): Promise<readonly JoiningCodeRow[]> =>
  runner.run({ text: `select ${COLUMNS} from joining_code order by id desc limit $1`, values: [limit] });

export const findCodeByProof = (runner: Runner, proof: Buffer): Promise<JoiningCodeRow | null> =>
  findRow(runner, { text: `select ${COLUMNS} from joining_code where proof = $1`, values: [proof] });

/** The code, locked until the end of the transaction. */
export const lockCodeByProof = (runner: Runner, proof: Buffer): Promise<JoiningCodeRow | null> =>
  findRow(runner, { text: `select ${COLUMNS} from joining_code where proof = $1 for update`, values: [proof] });

export const lockCode = (runner: Runner, id: number): Promise<JoiningCodeRow | null> =>
  findRow(runner, { text: `select ${COLUMNS} from joining_code where id = $1 for update`, values: [id] });

/** Notes the portal that showed a code; the plant's screen names it before it is accepted. */
export async function recordShowing(
  runner: Runner,
  id: number,
  portal: { readonly origin: string; readonly key: Buffer },
  nowIso: string,
): Promise<void> {
  await runner.run({
    text: 'update joining_code set shown_at = $2, shown_origin = $3, shown_key = $4 where id = $1 and used_at is null',
    values: [id, nowIso, portal.origin, portal.key],
  });
}

export async function useCode(runner: Runner, id: number, portal: number, nowIso: string): Promise<void> {
  await runner.run({
    text: 'update joining_code set used_at = $2, used_by = $3 where id = $1',
    values: [id, nowIso, portal],
  });
}

export async function revokeCode(runner: Runner, id: number, at: string, by: string): Promise<void> {
  await runner.run({
    text: 'update joining_code set revoked_at = $2, revoked_by = $3 where id = $1',
    values: [id, at, by],
  });
}

/** Codes nobody can use any more are listed for a while and then deleted. `before`: ISO instant. */
export async function deleteOldCodes(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from joining_code where greatest(expires_at, used_at) < $1', values: [before] });
}

/** Raw public key of the plant, base64url, as the program that makes a code without the server reads it. */
export async function readPlantPublicKey(runner: Runner): Promise<string | null> {
  const row = await findRow<{ public_x: string }>(runner, {
    text: 'select public_x from plant_key where retired_at is null order by created_at desc, kid limit 1',
    values: [],
  });
  return row?.public_x ?? null;
}
