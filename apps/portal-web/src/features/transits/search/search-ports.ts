import { countTransitsByBody, searchTransits } from '@varco/contract/plant/transits.ts';
import { addApproval } from '../../../lib/approvals/approvals.store.ts';
import { elapsedMs, now } from '../../../lib/clock.ts';
import { holdImageLoads } from '../../../lib/pictures/image-load-gate.ts';
import { toFailureKind } from '../../../lib/plants/plant-queries.ts';
import { recordResponseTime } from '../../../lib/plants/response-times.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';
import type { SearchPorts } from './search-session.ts';

/** Production dependencies of a search session. Every plant is called directly, with the POST variant of the search. */
export const searchPorts: SearchPorts = {
  fetchPage: (peerId, body, options) => callPeer(peerId, searchTransits, { body: addApproval(peerId, body) }, options),
  fetchCount: async (peerId, body, options) =>
    (await callPeer(peerId, countTransitsByBody, { body: addApproval(peerId, body) }, options)).count,
  onResponse: recordResponseTime,
  holdImageLoads: holdImageLoads,
  classifyFailure: toFailureKind,
  now,
  elapsed: elapsedMs,
};
