import { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { REOPEN_EVENT, readReopenMs } from '@varco/domain/streams/reopen.ts';
import { ApiError, isAbort } from '../../lib/api/api-error.ts';
import type { StreamEvent } from '../../lib/api/event-stream.ts';
import { parseGuarded } from '../../lib/api/json-guard.ts';

/** Waits before the attempts after a break, milliseconds; the last one repeats. */
export const RETRY_STEPS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** Share of a wait by which it varies, so that the screens of a room do not come back at the same moment. */
const JITTER = 0.25;

/**
 * `waiting`: not heard yet; `live`; `lost`: the stream broke and is opened again; `refused`: no right there; `reason`: the
 * plant requires a reason that was not stated.
 */
export type WatchState = 'waiting' | 'live' | 'lost' | 'refused' | 'reason';

/** What is known of one plant. Only its newest counts are stored. */
export interface PlantWatch {
  readonly state: WatchState;
  readonly counts: ControlRoomCounts | null;
  /** When the plant was last heard, by the clock of this browser; null: never. */
  readonly heardMs: number | null;
}

export const NOT_HEARD: PlantWatch = { state: 'waiting', counts: null, heardMs: null };

/** Dependencies of the watch, replaced in tests. */
export interface CountPorts {
  readonly open: (signal: AbortSignal) => AsyncIterable<StreamEvent>;
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Asks for the reason of the consultation; false: it was not stated. */
  readonly askReason: (signal: AbortSignal) => Promise<boolean>;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Reads the counts of one plant until aborted, opening the stream again after each break with growing waits. */
export async function watchCounts(
  ports: CountPorts,
  signal: AbortSignal,
  onChange: (watch: PlantWatch) => void,
): Promise<void> {
  let watch = NOT_HEARD;
  let failures = 0;
  const tell = (change: Partial<PlantWatch>): void => {
    watch = { ...watch, ...change };
    if (!signal.aborted) onChange(watch);
  };
  while (!signal.aborted) {
    let reopenMs: number | null = null;
    try {
      for await (const event of ports.open(signal)) {
        if (event.name === REOPEN_EVENT) reopenMs = readReopenMs(event.data);
        else if (applyEvent(event, ports.nowMs(), tell, watch)) failures = 0;
      }
      // A stream that is opened again soon leaves figures that grow old, and nothing is lost.
      if (reopenMs !== null) {
        await ports.wait(reopenMs, signal);
        continue;
      }
      tell({ state: 'lost' });
    } catch (error) {
      if (signal.aborted) return;
      const state = toState(error);
      tell({ state });
      if (state === 'refused') return;
      if (state === 'reason') {
        const isStated = await ports.askReason(signal).catch(() => false);
        if (!isStated) return;
        continue;
      }
    }
    const step = RETRY_STEPS_MS[Math.min(failures, RETRY_STEPS_MS.length - 1)] ?? 0;
    failures += 1;
    await ports.wait(step * (1 + JITTER * ports.random()), signal);
  }
}

/** Applies counts or a ping; false for an event that says nothing, or nothing this version can read. */
function applyEvent(
  event: StreamEvent,
  heardMs: number,
  tell: (change: Partial<PlantWatch>) => void,
  { counts: known }: PlantWatch,
): boolean {
  if (event.name === 'ping') {
    // A plant that only pings has not shown that it counts.
    if (known !== null) tell({ state: 'live', heardMs });
    return known !== null;
  }
  if (event.name !== 'conteggi') return false;
  const json = parseGuarded(event.data);
  const counts = json.ok ? ControlRoomCounts.safeParse(json.value) : null;
  if (counts?.success !== true) return false;
  tell({ state: 'live', counts: counts.data, heardMs });
  return true;
}

function toState(error: unknown): WatchState {
  if (isAbort(error) || !(error instanceof ApiError)) return 'lost';
  if (error.code === 'reason_required') return 'reason';
  return error.facts.status === 403 ? 'refused' : 'lost';
}
