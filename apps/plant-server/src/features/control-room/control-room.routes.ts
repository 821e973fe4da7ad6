import { watchControlRoom } from '@varco/contract/plant/control-room.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { ControlRoomDeps } from './control-room.deps.ts';
import { CountStreams } from './count-streams.ts';

/** Control room (decisions; ADR 0039): figures of today, live. Opening the stream needs a reason and writes one log entry. */
export function controlRoomRoutes(app: PlantApp, deps: ControlRoomDeps): void {
  const streams = new CountStreams(deps);
  app.addHook('preClose', () => streams.endAll());
  implement(app, watchControlRoom, async (_input, ctx) => {
    checkReason(ctx.reason, await readPlantSettings(deps.store.runner));
    const { user, session } = ctx.viewer;
    // `ctx.signal` aborts when the response begins; the stream must live as long as its connection.
    const left = new AbortController();
    ctx.reply.raw.once('close', () => left.abort());
    const stream = streams.open({ user, session }, left.signal);
    try {
      const isWhole = user.gates === null && user.t_max === 0 && user.sees_plates;
      await ctx.auditStream(user.gates, { outcome: isWhole ? 'ok' : 'partial', detail: { gates: user.gates } });
    } catch (error) {
      left.abort();
      throw error;
    }
    return { stream };
  });
}
