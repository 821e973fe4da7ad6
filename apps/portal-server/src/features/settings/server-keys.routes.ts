import * as api from '@varco/contract/portal/server-keys.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { createKeyChanges } from '@varco/server-kit/keys/server-keys.service.ts';
import { PORTAL_KEYS } from '../../auth/signing-keys.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';

/** Keys of the portal, for its administrators (ADR 0036). The entry in the log is durable before a change. */
export function serverKeyRoutes(app: PortalApp, { pool, key, keys, tlog }: PortalDeps): void {
  const changes = createKeyChanges({
    store: { pool, sealer: key, table: PORTAL_KEYS },
    // Plants verify no call of the portal with its key; those of its log reach them with the answer to each heartbeat.
    findUnaware: async () => [],
    async refresh() {
      await keys.refresh();
      await tlog.refreshKeys();
    },
  });

  implement(app, api.listPortalServerKeys, () => changes.view());

  implement(app, api.addPortalServerKey, ({ body }, ctx) =>
    changes.add(body.name, {
      by: ctx.viewer.actor.name ?? '',
      record: (detail) => ctx.audit({ count: 1, detail }),
    }),
  );

  implement(app, api.retirePortalServerKey, ({ body }, ctx) =>
    changes.retire(body, {
      by: ctx.viewer.actor.name ?? '',
      record: (detail) => ctx.audit({ count: 1, detail }),
    }),
  );
}
