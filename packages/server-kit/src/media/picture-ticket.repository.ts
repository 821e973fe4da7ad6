import type { Pool } from 'pg';
import type { TicketClaims } from './picture-ticket.ts';

/** Uses up a ticket. False when it was used before, in any process of this server. */
export async function consumeTicket(pool: Pick<Pool, 'query'>, claims: TicketClaims): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'media-ticket-burn',
    text: 'insert into media_ticket_used (nonce, expires_at) values ($1, to_timestamp($2)) on conflict do nothing',
    values: [claims.nonce, claims.expires],
  });
  return rowCount === 1;
}

/** Deletes used tickets that expired more than a minute ago; runs every minute. Returns the number of rows. */
export async function deleteExpiredTickets(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from media_ticket_used where expires_at < clock_timestamp() - interval '1 minute'`,
  );
  return rowCount ?? 0;
}
