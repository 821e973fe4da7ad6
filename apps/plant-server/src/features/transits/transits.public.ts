// What other subjects use of transits.
export { fetchTransits, transitById } from './fetch-transits.ts';
export type { TransitRow } from './fetch-transits.ts';
export { lonePage } from './page-start.ts';
export { correctionOf, readCorrection, removeCorrection, writeCorrection } from './plate-corrections.ts';
export { countInIndex } from './search/count-in-index.ts';
export { newestRead, oldestRead } from './search/count-transits.ts';
export { namedMatches, resolvePlates } from './search/plate-matches.ts';
export { transitDetail } from './transit-detail.ts';
export { transitQuery, windowDetail } from './transit-query.ts';
export type { TransitQuery } from './transit-query.ts';
export { dayNumber, FLAG, NO_POSITION } from './transit-row.ts';
export type { TransitKey } from './transit-row.ts';
export { countFound, findTransits, gatesById, limitationsOf, rowsOf, viewOf } from './transits.service.ts';
export type { FoundPage, SearchNeeds } from './transits.service.ts';
export { toTransit } from './transits.view.ts';
export type { ViewContext } from './transits.view.ts';
export type { Search } from './search/hits.ts';
