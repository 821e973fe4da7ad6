import type { Judge } from '../judge.ts';
import type { TabAction, TabView } from '../web/web-tab-types.ts';

/** What one tab showed before and after an action of the person. */
export interface SeenAction {
  readonly judge: Judge;
  readonly node: string;
  readonly action: TabAction;
  readonly before: TabView;
  readonly after: TabView;
}

/** What an action of a person must do at once, before any plant answers. */
export function checkAction(seen: SeenAction): void {
  const { action } = seen;
  if (action.kind === 'retry') checkRetry(seen, action.peerId);
  if (action.kind === 'accept') checkAccept(seen);
  if (action.kind === 'abort') checkAbort(seen);
  if (action.kind === 'sort') checkSort(seen);
  if (action.kind === 'submit-again') checkSubmittedOnce(seen);
  if (action.kind === 'next-page' || action.kind === 'first-page') checkPage(seen);
}

const stateOf = (view: TabView, peerId: number | null): string | undefined =>
  view.plants.find((one) => one.peerId === peerId)?.state;

function checkRetry({ judge, node, before, after }: SeenAction, peerId: number | null): void {
  if (stateOf(before, peerId) !== 'error') return;
  const found = stateOf(after, peerId);
  judge.check('a failed plant can be called again', node, found === 'pending', () => [
    `plant ${peerId} pending`,
    `${found}`,
  ]);
}

function checkAccept({ judge, node, after }: SeenAction): void {
  const hidden = after.plants.find(
    ({ state, isAccepted }) => state !== 'pending' && state !== 'notAsked' && !isAccepted,
  );
  judge.check('whoever asks for waiting rows sees them', node, hidden === undefined, () => [
    'all plants shown',
    `${hidden?.peerId} is ${hidden?.state} and hidden`,
  ]);
}

function checkAbort({ judge, node, after }: SeenAction): void {
  const waiting = after.plants.find(({ state }) => state === 'pending');
  judge.check('after an interruption nothing is waited for', node, waiting === undefined, () => [
    'no plant pending',
    `plant ${waiting?.peerId}`,
  ]);
}

function checkSort({ judge, node, before, after }: SeenAction): void {
  if (before.plants.length === 0) return;
  judge.check('a click on a column turns its order', node, after.isDescending !== before.isDescending, () => [
    before.isDescending ? 'ascending' : 'descending',
    'the same order',
  ]);
}

function checkSubmittedOnce({ judge, node, before, after }: SeenAction): void {
  judge.check('a double click searches once', node, after.resultId === before.resultId, () => [
    `result ${before.resultId}`,
    `result ${after.resultId}`,
  ]);
}

function checkPage({ judge, node, action, before, after }: SeenAction): void {
  // Without a search there is nothing to page in.
  if (before.plants.length === 0) return;
  const allowed = action.kind === 'first-page' ? [1] : [before.page, before.page + 1];
  judge.check('a page follows the one before', node, allowed.includes(after.page), () => [
    allowed.join(' or '),
    String(after.page),
  ]);
}
