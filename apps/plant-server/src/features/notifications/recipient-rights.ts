import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { buildAlertScope, mayReadAlerts } from '../alerts/alerts.public.ts';
import { isAccountUsable } from '../../auth/current-user.ts';
import { findUsersByUuid } from '../../auth/plant-user.repository.ts';
import { toTimeScope } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { getOldestVisibleMs } from '../../policy/visible-window.ts';
import type { RecipientRow } from './channel.repository.ts';
import { type DueAlert, mayNotifyOffices, mayNotifyUser } from './delivery.repository.ts';

type NotifiableAlert = Pick<DueAlert, 'ts' | 'gate' | 'only_group' | 'only_user' | 'is_interforce' | 'kind'>;

/** Reads the current rights of the recipients' users. Returns a check of whether a recipient may be notified of an alert. */
export async function loadRecipientRights(
  runner: Runner,
  recipients: readonly Pick<RecipientRow, 'uuid'>[],
  nowMs: number,
): Promise<(to: Pick<RecipientRow, 'uuid'>, alert: NotifiableAlert) => boolean> {
  const uuids = [...new Set(recipients.flatMap(({ uuid }) => (uuid === null ? [] : [uuid])))];
  const users = uuids.length === 0 ? [] : await findUsersByUuid(runner, uuids);
  const today = toRomeDay(nowMs);
  const scopes = new Map(
    users
      .filter((user) => isAccountUsable(user, today) && mayReadAlerts(user))
      .map((user) => [
        user.uuid,
        {
          ...buildAlertScope(user),
          getsBlacklist: user.notifica_blacklist,
          // A read that arrives late is as invisible outside the browser as in it.
          oldestMs: getOldestVisibleMs(toTimeScope(user), nowMs),
        },
      ]),
  );
  return ({ uuid }, alert) => {
    if (uuid === null) return mayNotifyOffices(alert);
    const scope = scopes.get(uuid);
    if (scope === undefined || parseInstantMs(alert.ts) < (scope.oldestMs ?? Number.NEGATIVE_INFINITY)) return false;
    return mayNotifyUser(scope, alert);
  };
}
