import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import type { SearchSession } from '../search/search-session.ts';
import type { SearchState } from '../search/search-state.ts';
import type { ListRow, SearchView } from '../search/search-view.ts';

/** What every part of the result area is given. */
export interface ResultAreaProps {
  /** Workspace tab of the list. */
  readonly tabId: string;
  readonly session: SearchSession;
  readonly state: SearchState;
  readonly view: SearchView;
  readonly plants: readonly PlantSession[];
  readonly filter: SearchFilter;
  /** A search was asked for, and waits for a reason to be stated. */
  readonly waitsForReason: boolean;
  readonly onFilter: (filter: SearchFilter) => void;
  readonly onClear: () => void;
  /** Row whose detail stands beside the list; null: none. */
  readonly openKey: string | null;
  readonly onOpen: (row: ListRow) => void;
  readonly onOpenTab: (row: ListRow) => void;
}
