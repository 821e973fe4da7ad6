import { inFile, type PlantedFault } from './planted-fault.ts';

const merge = inFile('merge', 'packages/domain/src/federation/merge.ts');
const feed = inFile('feed', 'packages/domain/src/federation/feed.ts');
const kWay = inFile('k-way', 'packages/domain/src/federation/k-way.ts');
const completeness = inFile('completeness', 'packages/domain/src/federation/completeness.ts');

/** Faults of the merge: rows of many plants in one order, paging, and the line that says what is missing. */
export const MERGE_FAULTS: readonly PlantedFault[] = [
  merge(
    'skip',
    'const skip = (number - 1) * PAGE_SIZE;',
    'const skip = (number - 1) * PAGE_SIZE + 1;',
    'a row between pages',
  ),
  merge(
    'skip-back',
    'const skip = (number - 1) * PAGE_SIZE;',
    'const skip = Math.max(0, (number - 1) * PAGE_SIZE - 1);',
    'the last row of a page comes again',
  ),
  merge('late', 'isAccepted: part.isAccepted || !search.isFrozen,', 'isAccepted: true,', 'plants enter a frozen list'),
  merge(
    'never-accepted',
    'isAccepted: part.isAccepted || !search.isFrozen,',
    'isAccepted: part.isAccepted,',
    'no plant is shown',
  ),
  merge(
    'retry-rows',
    "    feed: EMPTY_FEED,\n    progress: 'pending',\n    failure: null,\n    refTime: null,\n    isAccepted: false,",
    "    progress: 'pending',\n    failure: null,\n    refTime: null,\n    isAccepted: false,",
    'a retried plant goes on where it failed',
  ),
  merge(
    'retry-shown',
    '    refTime: null,\n    isAccepted: false,\n  }));\n}\n\n/** Inserts the waiting',
    '    refTime: null,\n    isAccepted: true,\n  }));\n}\n\n/** Inserts the waiting',
    'a retried plant holds up the others',
  ),
  merge(
    'failure-open',
    'closeFeed(EMPTY_FEED) : closeFeed(part.feed),',
    'closeFeed(EMPTY_FEED) : part.feed,',
    'a failed plant is asked for ever',
  ),
  merge(
    'failure-progress',
    "    progress: 'error',\n    failure,",
    "    progress: 'completed',\n    failure,",
    'a failed plant counts as answered',
  ),
  merge(
    'failure-cause',
    "    progress: 'error',\n    failure,",
    "    progress: 'error',\n    failure: null,",
    'a failed plant is called complete',
  ),
  merge(
    'dry',
    '(run.taken[i] ?? 0) >= part.feed.rows.length;',
    '(run.taken[i] ?? 0) > part.feed.rows.length;',
    'missing rows are not asked for',
  ),
  merge(
    'after',
    "afterId: search.rules.order.field === 'data' ? feed.lastId : null,",
    "afterId: search.rules.order.field === 'data' ? (feed.rows.length > 0 ? '1' : null) : null,",
    'pages continue after the wrong row',
  ),
  merge(
    'offset',
    '    offset: feed.nextOffset,\n    size,',
    '    offset: feed.nextOffset + 1,\n    size,',
    'pages skip a row',
  ),
  merge(
    'more',
    'hasNext: parts.some((part, i) => part.feed.hasMore || (run.taken[i] ?? 0) < part.feed.rows.length),',
    'hasNext: false,',
    'there is no second page',
  ),
  merge(
    'reference',
    'if (newest === null || toInstantMs(at) > toInstantMs(newest)) newest = at;',
    'if (newest === null || toInstantMs(at) < toInstantMs(newest)) newest = at;',
    'later pages leave out newer rows',
  ),
  merge(
    'chunk-of-other',
    'search.parts.map((part) => (part.plantId === plantId ? change(part) : part))',
    'search.parts.map((part) => (part.plantId >= plantId ? change(part) : part))',
    'rows of a plant are credited to others',
  ),
  merge(
    'accept-pending',
    "part.progress !== 'pending' && (plantIds",
    "part.progress === 'completed' && (plantIds",
    'failed plants cannot be shown',
  ),
  feed(
    'offset',
    'if (chunk.offset !== feed.nextOffset || !feed.hasMore) return feed;',
    'if (!feed.hasMore) return feed;',
    'a page that is not the next one is added',
  ),
  feed('seen', 'if (seen.has(id)) continue;', '', 'a row that shifts is shown twice'),
  feed('remember', '    seen.add(id);\n', '', 'rows are not remembered'),
  feed(
    'unsorted',
    'lastKey !== undefined && key < lastKey',
    'lastKey !== undefined && key <= lastKey',
    'rows of one instant cut off a plant',
  ),
  feed(
    'unsorted-blind',
    'lastKey !== undefined && key < lastKey',
    'lastKey !== undefined && key > lastKey',
    'rows in order cut off a plant',
  ),
  feed(
    'window-start',
    'start !== null && at < toInstantMs(start)',
    'start !== null && at > toInstantMs(start)',
    'rows of the period are dropped',
  ),
  feed(
    'window-end',
    'end !== null && at > toInstantMs(end)',
    'end !== null && at < toInstantMs(end)',
    'rows before the end are dropped',
  ),
  feed(
    'direction',
    'return order.isDescending ? -value : value;',
    'return value;',
    'newest first is merged as oldest first',
  ),
  feed(
    'promises',
    'const hasMore = promises && !isCut && !isStuck;',
    'const hasMore = false;',
    'a plant ends after its first page',
  ),
  feed(
    'promises-cut',
    'const hasMore = promises && !isCut && !isStuck;',
    'const hasMore = !isCut && !isStuck;',
    'a plant never ends',
  ),
  feed(
    'barren',
    'const isStuck = promises && !isCut && isBarren && !isPlausibleShift(feed, inChunk, nextOffset);',
    'const isStuck = promises && !isCut && !isBarren && !isPlausibleShift(feed, inChunk, nextOffset);',
    'a plant that sends rows is called stuck',
  ),
  feed(
    'next',
    'const nextOffset = chunk.offset + input.length;',
    'const nextOffset = chunk.offset + input.length - 1;',
    'the last row is fetched again',
  ),
  feed('last', 'const last = input.at(-1);', 'const last = input.at(0);', 'pages continue after the first row'),
  feed(
    'cut-rows',
    'const input = chunk.rows.slice(0, chunk.requestedSize);',
    'const input = chunk.rows.slice(0, chunk.requestedSize - 1);',
    'the last row of each page is lost',
  ),
  feed(
    'closed',
    'return { ...feed, hasMore: false };',
    'return { ...feed, rows: [], hasMore: false };',
    'rows of a failed plant disappear',
  ),
  kWay(
    'tie',
    'otherKey < key || (otherKey === key && other < winner)',
    'otherKey > key || (otherKey === key && other < winner)',
    'the largest key wins a match',
  ),
  kWay(
    'blocked',
    'return source.hasMore ? Number.NEGATIVE_INFINITY : EXHAUSTED_KEY;',
    'return EXHAUSTED_KEY;',
    'the merge does not wait for unknown rows',
  ),
  kWay(
    'skip',
    'if (at < skip) skipped[winner] = row + 1;',
    'if (at <= skip) skipped[winner] = row + 1;',
    'the first row of a page is lost',
  ),
  kWay('end', 'const end = skip + take;', 'const end = skip + take - 1;', 'a page lacks its last row'),
  kWay(
    'head',
    'heads[winner] = getHeadKey(source, row + 1);',
    'heads[winner] = getHeadKey(source, row);',
    'a plant wins too often',
  ),
  kWay(
    'replay',
    'for (let node = (changed + heads.length) >> 1; node > 0; node >>= 1) {',
    'for (let node = (changed + heads.length) >> 1; node > 1; node >>= 1) {',
    'the last match is not played',
  ),
  kWay(
    'build',
    'if (precedes(heads, other, winner)) {',
    'if (!precedes(heads, other, winner)) {',
    'the merge begins with the wrong plant',
  ),
  completeness(
    'whole',
    'isWhole: counts.completed === plants.length,',
    'isWhole: counts.error === 0,',
    'a result with a pending plant is called whole',
  ),
  completeness(
    'pending',
    "if (part.progress === 'pending') return { state: 'pending' };",
    "if (part.progress === 'pending') return { state: 'completed' };",
    'a pending plant is called complete',
  ),
  completeness(
    'failure',
    'if (part.failure !== null) {',
    'if (part.failure === null) {',
    'a plant without a failure is in error',
  ),
  completeness(
    'error',
    "if (!hasRows) return { state: 'error', failure: part.failure };",
    "if (!hasRows) return { state: 'completed' };",
    'a failed plant without rows is called complete',
  ),
  completeness(
    'reasons',
    "return reasons.size === 0 ? { state: 'completed' }",
    "return reasons.size <= 1 ? { state: 'completed' }",
    'a plant that failed half-way is called complete',
  ),
  completeness(
    'newest',
    '      newestRead,\n      newestReadAgeMs: age',
    '      newestRead: newestRead === null ? null : now,\n      newestReadAgeMs: age',
    'the newest read of a plant is invented',
  ),
];
