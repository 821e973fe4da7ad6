import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type AlertScope, passAlerts, readAlertOwners } from '../alerts/alerts.public.ts';
import * as queries from './handovers.repository.ts';
import { findSigningObstacle, hashSignedRecord } from './handovers.view.ts';

/** What a signature needs. `oldest`: oldest transit the signer may open, ISO. */
export interface Signing {
  readonly id: string;
  readonly reader: queries.HandoverReader;
  readonly user: PlantUser;
  readonly scope: AlertScope;
  readonly oldest: string;
  readonly action: { readonly uuid: string; readonly name: string; readonly at: string };
  readonly audit: (entry: {
    readonly count: number;
    readonly detail: Readonly<Record<string, unknown>>;
  }) => Promise<void>;
}

/**
 * Signs within a transaction: the alerts of the giver get their new owner and the record its signature, or neither happens.
 * A repeated signature of the same person returns the record. Throws `not_found`, `no_perms`, `conflict`/`handover_closed`.
 */
export async function signHandover(runner: Runner, signing: Signing): Promise<queries.HandoverRow> {
  const { id, reader, user, action } = signing;
  await queries.lockHandovers(runner, id);
  const row = await queries.findHandover(runner, reader, id);
  if (row === null) throw new AppError('not_found');
  if (row.end_kind === 'signed' && row.end_person === user.uuid) {
    await signing.audit({ count: 0, detail: { handover: id, repeated: true } });
    return row;
  }
  const obstacle = findSigningObstacle(row, user);
  if (obstacle !== null) throw new AppError('no_perms', { sub: obstacle });
  if (row.end_kind !== null) throw new AppError('conflict', { sub: 'handover_closed' });
  const items = await queries.readItems(runner, id);
  const own = items.filter(({ kind, is_own: isOwn }) => kind === 'alert' && isOwn).map(({ item }) => item);
  const passed = await passAlerts(runner, own, row.giver, signing);
  const end = {
    ...{ person: action.uuid, name: action.name, at: action.at },
    passed: own.filter((alert) => passed.has(alert)),
    notPassed: await explainNotPassed(
      runner,
      own.filter((alert) => !passed.has(alert)),
      row.giver,
    ),
  };
  const digest = hashSignedRecord(row, items, end);
  await signing.audit({
    count: passed.size,
    detail: { handover: id, giver: row.giver, digest, passed: end.passed, not_passed: end.notPassed },
  });
  await queries.insertEnd(runner, { id, kind: 'signed', ...end, digest });
  return (await queries.findHandover(runner, reader, id)) ?? row;
}

/** Why these alerts stayed as they are. */
async function explainNotPassed(
  runner: Runner,
  ids: readonly string[],
  giver: string,
): Promise<readonly queries.NotPassed[]> {
  if (ids.length === 0) return [];
  const owners = new Map((await readAlertOwners(runner, ids)).map((one) => [one.id, one]));
  return ids.map((id) => {
    const now = owners.get(id);
    // A deleted alert has nothing left to pass.
    if (now === undefined || now.is_closed) return { id, reason: 'closed' };
    return { id, reason: now.owner === giver ? 'not_visible' : 'changed' };
  });
}
