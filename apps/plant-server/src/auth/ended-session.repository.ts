import type { Runner } from '../database/sql-statement.ts';

/**
 * SQL condition for "this session was not signed out". `sid`: the parameter or column with the session id. It is part of the
 * statement that reads the caller's row, so that every process refuses an ended session with its next call.
 */
export const sessionNotEnded = (sid: string): string =>
  `not exists (select from ended_session as es where es.sid = ${sid})`;

/** Notes that a session has ended. `expiresS`: epoch seconds at which its token expires anyway. Repeating it changes nothing. */
export async function insertEndedSession(runner: Runner, sid: string, expiresS: number): Promise<void> {
  await runner.run({
    name: 'end-session',
    text: 'insert into ended_session (sid, expires_at) values ($1, to_timestamp($2)) on conflict do nothing',
    values: [sid, expiresS],
  });
}

/** The ended ones among these sessions. */
export async function readEndedSessions(runner: Runner, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await runner.run<{ sid: string }>({
    name: 'ended-sessions',
    text: 'select sid from ended_session where sid = any($1::text[])',
    values: [sids],
  });
  return new Set(rows.map(({ sid }) => sid));
}

/** Deletes the sessions whose tokens expired more than a minute before `nowIso`, so that slow clocks of processes do not matter. */
export async function deleteExpiredSessions(runner: Runner, nowIso: string): Promise<void> {
  const text = `delete from ended_session where expires_at < $1::timestamptz - interval '1 minute'`;
  await runner.run({ text, values: [nowIso] });
}
