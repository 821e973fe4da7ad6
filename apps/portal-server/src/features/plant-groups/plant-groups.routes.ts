import * as api from '@varco/contract/portal/plant-groups.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { findGroupsOfUser, findPlantGroups } from './plant-groups.repository.ts';
import * as service from './plant-groups.service.ts';
import { toManagedPlantGroup } from './plant-groups.view.ts';

interface AdminCall {
  readonly viewer: PortalViewer;
  now(): string;
  audit(note: { readonly count: number; readonly detail: Readonly<Record<string, unknown>> }): Promise<void>;
}

const toRecord =
  (ctx: AdminCall): service.GroupChange['record'] =>
  (detail) =>
    ctx.audit({ count: 1, detail });

const toChange = (ctx: AdminCall): service.GroupChange => ({
  by: ctx.viewer.actor.name ?? '',
  at: ctx.now(),
  record: toRecord(ctx),
});

/** Groups of plants: administrators make them, everybody sees them as far as the own list of plants goes (ADR 0027). */
export function plantGroupRoutes(app: PortalApp, { db }: Pick<PortalDeps, 'db'>): void {
  implement(app, api.listOwnPlantGroups, async (_input, ctx) => ({
    groups: await findGroupsOfUser(db, ctx.viewer.userId),
  }));

  implement(app, api.listPlantGroups, async () => ({ groups: (await findPlantGroups(db)).map(toManagedPlantGroup) }));

  implement(app, api.createPlantGroup, ({ body }, ctx) => service.makePlantGroup(db, body, toChange(ctx)));

  implement(app, api.updatePlantGroup, ({ params, body }, ctx) =>
    service.changePlantGroup(db, params.group, body, toChange(ctx)),
  );

  implement(app, api.deletePlantGroup, ({ params }, ctx) => service.removePlantGroup(db, params.group, toRecord(ctx)));

  implement(app, api.addGroupToUser, ({ params, body }, ctx) =>
    service.addGroupToPerson(db, params.id, body.group, {
      viewer: ctx.viewer,
      now: ctx.now(),
      record: toRecord(ctx),
    }),
  );
}
