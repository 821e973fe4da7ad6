import type { Runner } from '../../database/sql-statement.ts';

/** The portals that this plant reports to, with what each last said. Instants are ISO; null: nothing yet. */
export interface PortalAnswer {
  readonly origin: string;
  readonly taken_at: string | null;
  /** Raw key by which it knows the plant, base64url. */
  readonly known_key: string | null;
}

/** Stores that a portal took a heartbeat just now. The time is that of the database, like that of the keys. */
export async function recordPortalAnswer(runner: Runner, origin: string, knownKey: string | null): Promise<void> {
  await runner.run({
    name: 'portal-answer',
    text: `insert into portal_answer (origin, known_key, taken_at) values ($1, $2, clock_timestamp())
      on conflict (origin) do update set known_key = excluded.known_key, taken_at = excluded.taken_at`,
    values: [origin, knownKey],
  });
}

export const readPortalAnswers = (runner: Runner, origins: readonly string[]): Promise<readonly PortalAnswer[]> =>
  runner.run<PortalAnswer>({
    text: `select o.origin, a.taken_at, a.known_key from unnest($1::text[]) as o (origin)
      left join portal_answer as a on a.origin = o.origin order by o.origin`,
    values: [[...origins]],
  });
