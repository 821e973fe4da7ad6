import type { Pool } from 'pg';

/** A session whose token was just replaced, with the fields needed for the response. */
export interface RotatedSession {
  readonly id: string;
  readonly user_id: number;
  readonly uuid: string;
  readonly username: string;
  readonly token_version: number;
  readonly amr: string[];
  readonly share: Buffer;
  readonly is_remembered: boolean;
  readonly expires_at: string;
}

/**
 * The common case of a refresh in one prepared statement: the current token of an open session of an active account,
 * on the device it was issued to, is replaced by its successor, and the use is recorded. Null in any other case:
 * nothing was changed, and the caller determines the reason. Of two concurrent calls with the same token the second
 * waits for the first and then returns null.
 */
export async function rotateCurrentToken(
  pool: Pool,
  run: {
    readonly from: Buffer;
    readonly to: Buffer;
    readonly deviceId: string | null;
    readonly ip: string;
    readonly now: string;
    /** A session without "remember me" must have been used since. */
    readonly usedSince: string;
  },
): Promise<RotatedSession | null> {
  const { rows } = await pool.query<RotatedSession>({
    name: 'turn-refresh-token',
    text: `with turned as (
        update refresh_token t set rotated_at = $3, successor_hash = $2
        from session s join portal_user u on u.id = s.user_id
        where t.hash = $1 and t.rotated_at is null and s.id = t.session_id and s.device_id = $4
          and s.revoked_at is null and s.expires_at > $3 and (s.is_remembered or s.last_used_at >= $6)
          and u.is_active and (u.expires_at is null or u.expires_at > $3)
        returning s.id, s.user_id, u.uuid, u.username, u.token_version, s.amr, s.share, s.is_remembered, s.expires_at
      ), successor as (
        insert into refresh_token (hash, session_id) select $2, id from turned
      ), used as (
        update session set last_used_at = $3, ip = $5 from turned where session.id = turned.id
      ), noted as (
        update portal_user set last_refresh_at = $3 from turned where portal_user.id = turned.user_id
      )
      select * from turned`,
    values: [run.from, run.to, run.now, run.deviceId, run.ip, run.usedSince],
  });
  return rows[0] ?? null;
}
