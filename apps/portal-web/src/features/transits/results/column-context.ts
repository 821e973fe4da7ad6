import type { Translate } from '@varco/i18n/message-types.ts';
import type { Column } from '@varco/ui/table-model.ts';
import type { ListRow } from '../search/search-view.ts';

/** What the cells need to know of the plant a row comes from. */
export interface PlantFacts {
  readonly label: string;
  readonly code: string;
  readonly retentionDays: number;
}

export type Columns = readonly Column<ListRow>[];

export interface ColumnContext {
  readonly t: Translate;
  readonly plantOf: (peerId: number) => PlantFacts;
  /** Instant the recurrence texts refer to. */
  readonly now: string;
}
