import { inFile, type PlantedFault } from './planted-fault.ts';

const machine = inFile('machine', 'apps/portal-web/src/features/transits/search/search-machine.ts');
const abort = inFile('abort', 'apps/portal-web/src/features/transits/search/search-abort.ts');
const session = inFile('session', 'apps/portal-web/src/features/transits/search/search-session.ts');
const wire = inFile('wire', 'apps/portal-web/src/features/transits/search/search-wire.ts');
const view = inFile('view', 'apps/portal-web/src/features/transits/search/search-view.ts');

/** Faults of the federated search outside the merge: its machine, its session, its calls and what is drawn of it. */
export const SEARCH_FAULTS: readonly PlantedFault[] = [
  machine(
    'fetch-twice',
    'const requests = wanted.filter(({ plantId }) => !inFlight.has(plantId));',
    'const requests = wanted;',
    'a page is fetched while it is fetched',
  ),
  machine(
    'stays-in-flight',
    '        inFlight: remove(requests.inFlight, plantId),\n        uncounted',
    '        inFlight: requests.inFlight,\n        uncounted',
    'a plant is never asked for its second page',
  ),
  machine(
    'failed-in-flight',
    'requests: { ...state.requests, inFlight: remove(state.requests.inFlight, plantId) } };',
    'requests: { ...state.requests } };',
    'a failed plant cannot be retried',
  ),
  machine(
    'retry-in-flight',
    "const isCalled = part?.progress === 'pending' || state.requests.inFlight.has(plantId);",
    "const isCalled = part?.progress === 'pending';",
    'the fault this simulator found',
  ),
  machine(
    'retry-status',
    "{ ...state, status: 'searching', search: retryPlant(search, plantId)",
    '{ ...state, search: retryPlant(search, plantId)',
    'a search with a retried plant is called done',
  ),
  machine(
    'done',
    "const isDone = state.status === 'searching' && !isPending;",
    'const isDone = false;',
    'a search never ends',
  ),
  machine(
    'done-early',
    "const isDone = state.status === 'searching' && !isPending;",
    "const isDone = state.status === 'searching';",
    'a search ends before its plants',
  ),
  machine(
    'cancel',
    "      { type: 'cancel' },\n      ...(isEmpty",
    '      ...(isEmpty',
    'answers to the search before are shown',
  ),
  machine(
    'count',
    'new Map(state.counts).set(plantId, count)',
    'new Map(state.counts).set(plantId, count + 1)',
    'totals are one too high',
  ),
  machine(
    'count-lost',
    'counting: remove(state.requests.counting, plantId) },',
    'counting: state.requests.counting },',
    'the counts never end',
  ),
  machine('page', '{ ...freeze(state), page }', '{ ...freeze(state), page: page + 1 }', 'a page is skipped'),
  abort(
    'search',
    'search: hasRows ? endPage({ ...state, search: stopped }) : null,',
    'search: hasRows ? search : null,',
    'after an interruption plants are waited for',
  ),
  machine(
    'pause',
    'if (pauseMs > 0) return { state',
    'if (pauseMs >= 0) return { state',
    'the first page is never completed',
  ),
  machine(
    'order',
    'order: getNextOrder(order, clicked), resultId, peerId }',
    'order, resultId, peerId }',
    'a click on a column changes nothing',
  ),
  session(
    'aborted-rows',
    '    if (!options.signal.aborted) this.#report(event);',
    '    this.#report(event);',
    'late answers reach the next search',
  ),
  session(
    'failed-count',
    "if (!options.signal.aborted) this.#report({ type: 'count-ended', plantId, count });",
    "if (!options.signal.aborted && count !== null) this.#report({ type: 'count-ended', plantId, count });",
    'a count that failed is waited for',
  ),
  session('abort', '    this.#abort.abort();\n', '', 'calls of an ended search go on'),
  session(
    'filter',
    'const { filter, order, startedAt } = this.#state;\n    if (filter === null || startedAt === null) return;\n    const options',
    'const { order } = this.#state;\n    const { filter, startedAt } = this.#state;\n    if (filter === null || startedAt === null || request.offset > 0) return;\n    const options',
    'second pages are never fetched',
  ),
  session(
    'adopt',
    'this.#state = { ...behind.#state, resultId, peerId };',
    'this.#state = { ...this.#state, resultId, peerId };',
    'a refresh changes nothing',
  ),
  session(
    'effect',
    'for (const effect of effects) this.#carryOut(effect);',
    'for (const effect of effects.slice(0, 1)) this.#carryOut(effect);',
    'only the first effect is carried out',
  ),
  session('batches', '() => !signal.aborted', '() => signal.aborted', 'no call is started'),
  wire('after', '...(afterId === null ? {} : { after_id: afterId }),', '', 'pages are by offset only'),
  wire(
    'ref',
    '...(refTime === null ? {} : { ref_time: refTime }),',
    "...(refTime === null ? {} : { ref_time: search.startedAt.slice(0, 11) + '00:00:00.000Z' }),",
    'pages end at midnight',
  ),
  wire('page', 'offset === 0\n      ? { p: 1 }', 'offset >= 0\n      ? { p: 1 }', 'each page is the first one'),
  wire('order', 'order_by: formatOrder(order)', "order_by: '-data'", 'plants always sort newest first'),
  wire(
    'has-next',
    'hasNext: page.pagination.has_next,',
    'hasNext: page.objects.length === request.size + 1,',
    'second pages are not noticed',
  ),
  wire(
    'newest',
    'newestRead: page.newest_read,',
    'newestRead: page.objects[0]?.data ?? null,',
    'the newest read is that of the search',
  ),
  view(
    'total',
    'sum + (countOf(plant) ?? plant.rows), 0)',
    'sum + plant.rows, 0)',
    'the total counts received rows only',
  ),
  view(
    'exact',
    'isTotalExact: shown.every((plant) => countOf(plant) !== null),',
    'isTotalExact: true,',
    'a lower bound is called exact',
  ),
  view(
    'accepted',
    'parts.filter((part) => part.isAccepted).map',
    'parts.filter((part) => !part.isAccepted).map',
    'the total counts hidden plants',
  ),
];
