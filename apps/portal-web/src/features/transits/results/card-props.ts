import type { CellContext } from '@varco/ui/table-model.ts';
import type { ListRow } from '../search/search-view.ts';
import type { PlantFacts } from './column-context.ts';

/** Props of both card layouts. */
export interface CardProps {
  readonly row: ListRow;
  readonly plant: PlantFacts;
  readonly context: CellContext;
}
