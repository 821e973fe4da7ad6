import { toRomeDay } from '@varco/domain/time/rome.ts';
import { consumeTicket } from '@varco/server-kit/media/picture-ticket.repository.ts';
import type { TicketClaims } from '@varco/server-kit/media/picture-ticket.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Authenticator } from '@varco/server-kit/http/server-app.ts';
import type { Pool } from 'pg';
import type { Runner } from '../database/sql-statement.ts';
import { buildViewer, checkTransitRights, isAccountUsable } from './current-user.ts';
import { findUserOfSession } from './plant-user.repository.ts';
import type { PlantViewer } from './plant-viewer.ts';

/** The caller with a ticket: the user it was issued to, with the current rights. */
export interface TicketViewer extends PlantViewer {
  readonly claims: TicketClaims;
}

interface TicketAuthenticatorDeps {
  readonly store: { readonly runner: Runner };
  readonly pool: Pool;
  readonly readPictureTicket: (ticket: string) => TicketClaims | null;
  readonly readDownloadTicket: (ticket: string) => TicketClaims | null;
  readonly now: () => Date;
}

/**
 * Authenticates the one-use ticket in the path (security rules, part 7): valid, not expired, not used, and its user may
 * still read transits. Every refusal is the same `no_perms`.
 */
export const createPictureTicketAuthenticator = (
  needs: TicketAuthenticatorDeps,
): Authenticator<TicketViewer, 'picture-ticket'> => ({
  authenticate: (request) =>
    authenticateTicket(needs, Reflect.get(Object(request.params), 'ticket'), needs.readPictureTicket),
  authorize: () => null,
});

/** The same for a download, with the ticket in the `jwt` query parameter; an access token there is refused as such. */
export const createDownloadAuthenticator = (
  needs: TicketAuthenticatorDeps,
): Authenticator<TicketViewer, 'export-ticket'> => ({
  async authenticate(request) {
    const jwt: unknown = Reflect.get(Object(request.query), 'jwt');
    if (typeof jwt !== 'string') throw new AppError('invalid_token', { sub: 'jwt_missing' });
    if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt) && !jwt.startsWith('m1.'))
      throw new AppError('invalid_token', { sub: 'token_in_query' });
    return authenticateTicket(needs, jwt, needs.readDownloadTicket);
  },
  authorize: () => null,
});

async function authenticateTicket(
  { store, pool, now }: TicketAuthenticatorDeps,
  ticket: unknown,
  read: (ticket: string) => TicketClaims | null,
): Promise<TicketViewer> {
  const claims = typeof ticket === 'string' ? read(ticket) : null;
  if (claims === null || !(await consumeTicket(pool, claims))) throw new AppError('no_perms');
  const user = await findUserOfSession(store.runner, claims.user, claims.session);
  const isAllowed =
    user !== null && isAccountUsable(user, toRomeDay(now().getTime())) && checkTransitRights(user) === null;
  if (!isAllowed) throw new AppError('no_perms');
  return { ...buildViewer(user, claims.session), claims };
}
