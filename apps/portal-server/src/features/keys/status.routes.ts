import { portalStatus } from '@varco/contract/portal/keys.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { findEnabledPeers, type PeerRow } from '../peer/peer.repository.ts';
import { toPeerInfo } from '../peer/peer.view.ts';

/** State of the plants for programs with a key (ADR 0027). */
export function statusRoutes(app: PortalApp, { db }: Pick<PortalDeps, 'db'>): void {
  implement(app, portalStatus, async (_input, ctx) => {
    const now = ctx.now();
    return { time: now, plants: (await findEnabledPeers(db)).map((row) => toPlantStatus(row, now)) };
  });
}

/** Only what a program may know: no address, message or person. */
function toPlantStatus(row: PeerRow, now: string) {
  const { label, code, reachable, server_working, last_seen, last_plate_date, license_expiration } = toPeerInfo(
    row,
    now,
  );
  return {
    label,
    code,
    reachable,
    server_working,
    last_seen,
    last_plate_date,
    license_expiration,
    version: row.version,
  };
}
