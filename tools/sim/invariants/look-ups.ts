import type { RequestedLookUp } from '../nodes/look-up-person.ts';
import type { SimCharge } from '../nodes/registry.ts';
import type { World } from '../world.ts';

const ANSWERED = 2;
/** Clocks of plants differ by some minutes from the true time. */
const MAX_CLOCK_MS = 5 * 60_000;

/** At the end of a day: each look-up was charged at most once, and plants know of every charge. */
export function checkLookUps(
  { judge, faults }: World,
  requested: readonly RequestedLookUp[],
  charges: readonly SimCharge[],
): void {
  for (const { id, plant, isPaid, told, wantedMs } of requested) {
    const { name } = plant.node;
    const paid = charges.filter(({ chargeId }) => chargeId === id);
    judge.check('one look-up is charged once', name, paid.length <= (isPaid ? 1 : 0), () => [
      `${isPaid ? 1 : 0} charge of ${id}`,
      `${paid.length}`,
    ]);
    const row = plant.database.tables.lookUps.get(id);
    if (row === undefined) {
      judge.check('a charge belongs to a stored look-up', name, paid.length === 0, () => [`a row of ${id}`, 'none']);
      continue;
    }
    judge.check('no look-up stays open', name, row.state >= ANSWERED, () => [`an end of ${id}`, `state ${row.state}`]);
    const cents = paid.reduce((sum, one) => sum + one.cents, 0);
    judge.check(
      'a plant records what was charged',
      name,
      row.cents === cents && (cents === 0 || row.state === ANSWERED),
      () => [`${id} answered, ${cents} cents`, `state ${row.state} ${row.problem}, ${row.cents} cents`],
    );
    const finishedMs = Date.parse(row.finished_at ?? '') + MAX_CLOCK_MS;
    const isCalled = row.problem === 'interrupted';
    const wasInterrupted = isCalled && !faults.isCalm(name, name, wantedMs, finishedMs);
    judge.check('only what a plant interrupted is called so', name, isCalled === wasInterrupted, () => [
      `another end of ${id}`,
      `${row.problem} at ${row.finished_at}, wanted ${new Date(wantedMs).toISOString()}`,
    ]);
    judge.check('a person told an answer has one', name, told !== 'answered' || row.state === ANSWERED, () => [
      'an answer',
      `state ${row.state}`,
    ]);
  }
  const stray = charges.find(({ chargeId }) => !requested.some(({ id }) => id === chargeId));
  judge.check('nothing is charged that nobody asked for', 'registry', stray === undefined, () => [
    'no charge',
    `${stray?.chargeId}`,
  ]);
}
