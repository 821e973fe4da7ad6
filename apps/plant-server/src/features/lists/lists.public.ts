// What other subjects use of lists.
export { readFigureheadVehicles, readUnasked, writeVehicles } from './figurehead.queries.ts';
export { LIST_CHANNEL, listChangesSince, loadListEntries } from './list-feed.ts';
export type { ListChange, ListRow } from './list-feed.ts';
