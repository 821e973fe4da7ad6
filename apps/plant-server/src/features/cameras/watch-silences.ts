import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { judgeSilence, MIN_SILENCE_MS } from '@varco/domain/transits/camera-silence.ts';
import { type GateRow, readGates, readNewestReadByGate } from '../gates/gates.public.ts';
import type { CamerasDeps } from './cameras.deps.ts';
import type { Runner } from '../../database/sql-statement.ts';
import {
  deleteSilencesBefore,
  endOtherSilences,
  type NewSilence,
  openSilences,
  readEarlierWeeks,
} from './camera-silences.repository.ts';

const DAY_MS = 86_400_000;
/** Longest silence that is compared with earlier weeks; it must not reach into itself. */
const COMPARED_MS = 7 * DAY_MS;
/** How long ended silences stay in the log of a camera, as long as its samples. */
const ENDED_DAYS = 90;

/**
 * Looks for cameras that fell silent or read again (ADR 0037): opens their tasks and ends them. Several processes may
 * run it. A camera that never read is not silent but new.
 */
export async function watchSilences({ store, log, now }: Pick<CamerasDeps, 'store' | 'log' | 'now'>): Promise<void> {
  const { runner } = store;
  const nowMs = now().getTime();
  const [gates, last] = [await readGates(runner), await readNewestReadByGate(runner)];
  const silences = await findSilences(gates, last, nowMs, (times) => readEarlierWeeks(runner, times));
  const at = toIsoInstant(nowMs);
  for (const gate of await openSilences(runner, silences, at)) log.warn('camera silent', { code: `gate-${gate}` });
  const silent = silences.map(({ gate }) => gate);
  for (const gate of await endOtherSilences(runner, silent, at))
    log.info('camera reads again', { code: `gate-${gate}` });
}

async function findSilences(
  gates: readonly GateRow[],
  last: ReadonlyMap<number, string>,
  nowMs: number,
  readEarlier: (times: Parameters<typeof readEarlierWeeks>[1]) => ReturnType<typeof readEarlierWeeks>,
): Promise<readonly NewSilence[]> {
  const quiet = gates.flatMap(({ id, enabled }) => {
    const since = last.get(id);
    if (!enabled || since === undefined) return [];
    const lastReadMs = parseInstantMs(since);
    return nowMs - lastReadMs < MIN_SILENCE_MS ? [] : [{ gate: id, lastReadMs }];
  });
  if (quiet.length === 0) return [];
  const times = quiet.map(({ gate, lastReadMs }) => ({
    gate,
    from: toIsoInstant(lastReadMs),
    to: toIsoInstant(Math.min(nowMs, lastReadMs + COMPARED_MS)),
  }));
  const earlier = Map.groupBy(await readEarlier(times), ({ gate }) => gate);
  return quiet.flatMap(({ gate, lastReadMs }) => {
    const weeks = (earlier.get(gate) ?? []).map(({ n }) => n);
    const { isSilent, expected } = judgeSilence({ lastReadMs, nowMs, earlier: weeks });
    const whole = expected === null ? null : Math.round(expected);
    return isSilent ? [{ gate, since: toIsoInstant(lastReadMs), expected: whole }] : [];
  });
}

/** Deletes ended silences past their term. */
export const deleteOldSilences = (runner: Runner, nowMs: number): Promise<void> =>
  deleteSilencesBefore(runner, toIsoInstant(nowMs - ENDED_DAYS * DAY_MS));
