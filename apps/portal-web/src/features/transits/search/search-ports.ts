import { countTransitsByBody, searchTransits } from '@varco/contract/plant/transits.ts';
import { elapsedMs, now } from '../../../lib/clock.ts';
import { takeRightOfWay } from '../../../lib/pictures/right-of-way.ts';
import { failureKindOf } from '../../../lib/plants/fan-out.ts';
import { noteAnswer } from '../../../lib/plants/answer-times.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';
import type { SearchPorts } from './search-asking.ts';

/** Production dependencies of a search session. Every plant is called directly, with the POST variant of the search. */
export const searchPorts: SearchPorts = {
  ask: (peerId, body, options) => callPeer(peerId, searchTransits, { body }, options),
  count: async (peerId, body, options) => (await callPeer(peerId, countTransitsByBody, { body }, options)).count,
  onAnswer: noteAnswer,
  rightOfWay: takeRightOfWay,
  failureOf: failureKindOf,
  now,
  elapsed: elapsedMs,
};
