import type { SimPlant } from '../nodes/plant.ts';
import type { TabRow, TabView } from '../web/web-tab-types.ts';
import type { World } from '../world.ts';
import type { ExpectedSearch } from './expected-search.ts';

export interface SearchFacts {
  readonly world: World;
  readonly node: string;
  readonly plants: readonly SimPlant[];
  readonly view: TabView;
  readonly expected: ExpectedSearch;
}

const keyOf = ({ peerId, id }: Pick<TabRow, 'peerId' | 'id'>): string => `${peerId}-${id}`;

/** Rows shown: in order, once each, real ones of this search, and none missing between them. */
export function checkRows(facts: SearchFacts): void {
  const { world, node, view } = facts;
  const { judge } = world;
  const { rows, isDescending } = view;
  const keys = new Set(rows.map(keyOf));
  judge.check('no row is shown twice', node, keys.size === rows.length, () => [
    `${rows.length} rows`,
    `${keys.size} different ones`,
  ]);
  const bad = rows.findIndex(({ at }, i) => {
    const previous = rows[i - 1]?.at;
    return previous !== undefined && (isDescending ? previous < at : previous > at);
  });
  judge.check('merged rows are in order', node, bad === -1, () => [
    isDescending ? 'newest first' : 'oldest first',
    `${rows[bad - 1]?.at} before ${rows[bad]?.at}`,
  ]);
  checkRowsAreReal(facts);
  checkNothingMissing(facts, keys);
}

function checkRowsAreReal({ world, node, plants, view, expected }: SearchFacts): void {
  const { start, end, gateId, peerIds } = expected.wish;
  const stray = view.rows.find(({ peerId, id, at, gate }) => {
    const plant = plants.find((one) => one.peerId === peerId);
    const isStored = plant?.database.tables.transitIds.has(id) === true;
    const isMeant = at >= start && at <= end && (gateId === null || gate === gateId) && peerIds.includes(peerId);
    return !isStored || !isMeant;
  });
  world.judge.check('every row belongs to this search', node, stray === undefined, () => [
    `rows from ${start} to ${end}, gate ${gateId}, of plants ${peerIds.join(' ')}`,
    JSON.stringify(stray),
  ]);
}

/**
 * When the page is whole, every row stored before the search began that sorts before the last row shown is shown, and
 * every one at all when there is no further page.
 */
function checkNothingMissing({ world, node, plants, view, expected }: SearchFacts, keys: ReadonlySet<string>): void {
  const last = view.rows.at(-1)?.at;
  const lastMs = last === undefined ? Number.NaN : Date.parse(last);
  if (!view.isPageWhole || view.status === 'aborted') return;
  for (const { peerId, isAccepted, state, faults, hasMore } of view.plants) {
    if (!isAccepted || state !== 'completed' || faults.length > 0) continue;
    if (view.pickedPeerId !== null && view.pickedPeerId !== peerId) continue;
    const plant = plants.find((one) => one.peerId === peerId);
    // An old plant pages by offsets, which shift when rows are deleted.
    if (plant === undefined || (plant.isOld && plant.forgotAtMs >= expected.startedMs)) continue;
    const missing = (expected.stored.get(peerId) ?? []).find(({ id, plate, atMs }) => {
      if (!plant.database.tables.transits.has(`${id} ${plate}`)) return false;
      const isBefore = view.isDescending ? atMs > lastMs : atMs < lastMs;
      return (isBefore || (!view.hasNext && !hasMore)) && !keys.has(`${peerId}-${id}`);
    });
    world.judge.check('no acknowledged read is missing in a list', node, missing === undefined, () => [
      `plant ${peerId}, ${missing?.plate} of ${new Date(missing?.atMs ?? 0).toISOString()}`,
      `not among ${keys.size} rows, page ${view.page}`,
    ]);
  }
}
