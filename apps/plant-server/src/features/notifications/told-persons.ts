import { romeDayOf } from '@varco/domain/time/rome.ts';
import { alertScopeOf, mayReadAlerts } from '../alerts/alerts.public.ts';
import { isUsable } from '../../auth/plant-authenticator.ts';
import { usersByUuid } from '../../auth/plant-user.queries.ts';
import type { Runner } from '../../database/statement.ts';
import type { RecipientRow } from './channel.queries.ts';
import { type DueAlert, isForOffices, mayBeTold } from './delivery.queries.ts';

type Told = Pick<DueAlert, 'gate' | 'only_group' | 'only_user' | 'is_interforce' | 'kind'>;

/** Reads the current rights of the recipients' users. Returns a check of whether a recipient may be notified of an alert. */
export async function rightsOf(
  runner: Runner,
  recipients: readonly Pick<RecipientRow, 'uuid'>[],
  nowMs: number,
): Promise<(to: Pick<RecipientRow, 'uuid'>, alert: Told) => boolean> {
  const uuids = [...new Set(recipients.flatMap(({ uuid }) => (uuid === null ? [] : [uuid])))];
  const users = uuids.length === 0 ? [] : await usersByUuid(runner, uuids);
  const today = romeDayOf(nowMs);
  const scopes = new Map(
    users
      .filter((user) => isUsable(user, today) && mayReadAlerts(user))
      .map((user) => [user.uuid, { ...alertScopeOf(user), getsBlacklist: user.notifica_blacklist }]),
  );
  return ({ uuid }, alert) => {
    if (uuid === null) return isForOffices(alert);
    const scope = scopes.get(uuid);
    return scope !== undefined && mayBeTold(scope, alert);
  };
}
