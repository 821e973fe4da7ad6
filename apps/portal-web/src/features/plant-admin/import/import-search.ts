import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import { toInstant, toMilliseconds } from '../../../lib/clock.ts';
import type { ImportState } from './import-state.ts';

/**
 * Filter of the search that shows what was imported: the plant, the period of the file, and its gates where all of them were
 * there before.
 */
export function buildSearchFilter(
  peerId: number,
  { progress, contents, matches, chosenGates, plantGates }: ImportState,
): Readonly<Record<string, unknown>> {
  const ids = new Map(plantGates.map(({ id, fullname }) => [fullname, id]));
  const gates = (contents?.gates ?? []).map(({ name }) => {
    const chosen = chosenGates.get(name);
    return chosen === undefined ? matches.get(name)?.id : ids.get(chosen);
  });
  const known = [...new Set(gates.filter((id) => id !== undefined))];
  const hasAll = known.length > 0 && known.length <= MAX_FILTER_GATES && !gates.includes(undefined);
  const span = progress?.span ?? null;
  return {
    plate: '',
    peerIds: [peerId],
    ...(hasAll ? { gates: known.map((gateId) => ({ peerId, gateId })) } : {}),
    // The end of a period is not part of it.
    ...(span === null
      ? {}
      : { period: { kind: 'range', start: span.first, end: toInstant(toMilliseconds(span.last) + 1_000) } }),
  };
}
