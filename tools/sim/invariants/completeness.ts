import { selectTransits } from '../nodes/search-answers.ts';
import type { SearchFacts } from './rows.ts';

/** The line that says how complete a result is must be true. */
export function checkCompleteness(facts: SearchFacts): void {
  const { world, node, view, expected } = facts;
  const { judge, faults, scheduler } = world;
  for (const one of view.plants) {
    const plant = facts.plants.find(({ peerId }) => peerId === one.peerId);
    if (plant === undefined) continue;
    const { name } = plant.node;
    const isOk = one.state === 'completed';
    const isAway = faults.isAway(name, node, expected.startedMs, scheduler.nowMs);
    judge.check('a plant that was away is not called complete', node, !isOk || !isAway, () => [
      `${name} away`,
      'completed',
    ]);
    judge.check('a plant that was away is not counted as answering', node, !one.hasAnswered || !isAway, () => [
      `${name} away`,
      'answered',
    ]);
    const stored = selectTransits(plant.database.tables.transits.values(), {});
    const newest = stored.at(-1);
    const isTrue = one.newestRead === null || (newest !== undefined && Date.parse(one.newestRead) <= newest.atMs);
    judge.check('the newest read of a plant is true', node, isTrue, () => [
      `at most ${newest?.atMs}`,
      `${one.newestRead}`,
    ]);
    judge.check('a plant is never called faulty without a fault', node, one.faults.length === 0, () => [
      'none',
      one.faults.join(' '),
    ]);
    judge.check('a plant that answers is shown', node, !isOk || view.isFrozen || one.isAccepted, () => [
      'shown',
      'hidden',
    ]);
    checkCalmPlant(facts, one.peerId, name, one.state);
  }
  const allComplete = view.plants.every(({ state }) => state === 'completed');
  judge.check(
    'a result is called whole only when it is',
    node,
    view.plants.length === 0 || view.isWhole === allComplete,
    () => [String(allComplete), String(view.isWhole)],
  );
  checkTotal(facts);
}

/** Without any fault a plant answers. */
function checkCalmPlant(
  { world, node, view, expected }: SearchFacts,
  peerId: number,
  name: string,
  state: string,
): void {
  const { faults, scheduler, judge } = world;
  if (expected.isStopped || !expected.signedIn.includes(peerId)) return;
  if (view.status !== 'done' || !faults.isCalm(name, node, expected.startedMs - 120_000, scheduler.nowMs)) return;
  judge.check('a plant without a fault answers', node, state === 'completed', () => [
    `plant ${peerId} completed`,
    state,
  ]);
}

/** An exact total counts the rows of the plants shown, as they were at some time of the search. */
function checkTotal({ world, node, plants, view, expected }: SearchFacts): void {
  if (!view.isComplete || !view.isTotalExact || view.plants.some(({ state }) => state !== 'completed')) return;
  if (plants.some(({ forgotAtMs }) => forgotAtMs >= expected.startedMs)) return;
  const { wish } = expected;
  const filter = {
    f_startTime: wish.start,
    f_endTime: wish.end,
    f_varchi: wish.gateId === null ? undefined : [wish.gateId],
  };
  let [least, most] = [0, 0];
  for (const { peerId, isAccepted } of view.plants) {
    const plant = plants.find((one) => one.peerId === peerId);
    if (!isAccepted || plant === undefined || (view.pickedPeerId !== null && view.pickedPeerId !== peerId)) continue;
    least += expected.stored.get(peerId)?.length ?? 0;
    most += selectTransits(plant.database.tables.transits.values(), filter).length;
  }
  world.judge.check('an exact total is true', node, view.total >= least && view.total <= most, () => [
    `${least} to ${most}`,
    String(view.total),
  ]);
}
