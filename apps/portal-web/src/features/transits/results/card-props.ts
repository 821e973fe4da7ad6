import type { CellContext } from '@varco/ui/table-model.ts';
import type { ListRow } from '../search/search-view.ts';
import type { PlantFacts } from './column-context.ts';

/** What a card of either layout is given. */
export interface CardProps {
  readonly row: ListRow;
  readonly plant: PlantFacts;
  readonly context: CellContext;
}
