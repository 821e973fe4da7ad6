import type { Translate } from '@varco/i18n/message-types.ts';
import type { Column } from '@varco/ui/table-model.ts';
import type { ListRow } from '../search/search-view.ts';

/** Data of a row's plant that the cells need. */
export interface PlantFacts {
  readonly label: string;
  readonly code: string;
  readonly retentionDays: number;
}

export type Columns = readonly Column<ListRow>[];

export interface ColumnContext {
  readonly t: Translate;
  readonly plantOf: (peerId: number) => PlantFacts;
  /** Instant to which relative dates refer. */
  readonly now: string;
}
