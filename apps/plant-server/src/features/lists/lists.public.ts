// What other subjects use of lists.
export {
  readFigureheadVehicles,
  readFigureheadsToRefresh,
  storeFigureheadVehicles,
} from './figurehead-vehicles.repository.ts';
export { LIST_CHANNEL, readListChanges, readNewestChangeNo, loadListEntries } from './list-feed.repository.ts';
export type { ListChange, ListRow } from './list-feed.repository.ts';
