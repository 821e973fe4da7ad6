import * as api from '@varco/contract/plant/server-keys.ts';
import type { UnawarePortal } from '@varco/contract/server-keys.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { createKeyChanges, type NewestKey } from '@varco/server-kit/keys/server-keys.service.ts';
import { PLANT_KEYS } from '../../auth/plant-keys.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { type PortalAnswer, readPortalAnswers, readReportedPortals } from '../joining/joining.public.ts';
import type { SettingsDeps } from './settings.deps.ts';

/** Keys of the plant, for its administrators (ADR 0036). The entry in the log is durable before a change. */
export function serverKeyRoutes(app: PlantApp, deps: SettingsDeps): void {
  const changes = createKeyChanges({
    store: { pool: deps.pool, sealer: deps.key, table: PLANT_KEYS },
    findUnaware: (newest) => findUnawarePortals(deps, newest),
    async refresh() {
      await deps.keys.refresh();
      await deps.tlog.refreshKeys();
    },
  });

  implement(app, api.listServerKeys, () => changes.view());

  implement(app, api.addServerKey, ({ body }, ctx) =>
    changes.add(body.name, {
      by: ctx.viewer.user.username,
      record: (detail) => ctx.audit({ count: 1, detail }),
    }),
  );

  implement(app, api.retireServerKey, ({ body }, ctx) =>
    changes.retire(body, {
      by: ctx.viewer.user.username,
      record: (detail) => ctx.audit({ count: 1, detail }),
    }),
  );
}

/** Portals that do not know the newest key: by the key of the plant they know the plant, keys of the log come with a heartbeat. */
async function findUnawarePortals(
  { store: { runner } }: SettingsDeps,
  newest: NewestKey,
): Promise<readonly UnawarePortal[]> {
  const portals = await readReportedPortals(runner);
  const answers = await readPortalAnswers(
    runner,
    portals.map(({ origin }) => origin),
  );
  return answers.flatMap((answer) => {
    const why = explainUnaware(answer, newest);
    return why === null ? [] : [{ origin: answer.origin, why }];
  });
}

function explainUnaware(answer: PortalAnswer, { name, publicKey, inUseFrom }: NewestKey): UnawarePortal['why'] | null {
  if (name !== 'server')
    return answer.taken_at !== null && Date.parse(answer.taken_at) >= Date.parse(inUseFrom) ? null : 'silent';
  if (answer.known_key === publicKey) return null;
  if (answer.taken_at === null) return 'silent';
  return answer.known_key === null ? 'unsaid' : 'other-key';
}
