// What other subjects use of lists.
export { readFigureheadVehicles, readFigureheadsToRefresh, storeFigureheadVehicles } from './figurehead.queries.ts';
export { LIST_CHANNEL, readListChanges, loadListEntries } from './list-feed.ts';
export type { ListChange, ListRow } from './list-feed.ts';
