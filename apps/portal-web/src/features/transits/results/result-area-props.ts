import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import type { SearchSession } from '../search/search-session.ts';
import type { SearchState } from '../search/search-state.ts';
import type { NewTransitCount } from '../search/use-new-transits.ts';
import type { ListRow, SearchView } from '../search/search-view.ts';

/** Props common to all components of the result area. */
export interface ResultAreaProps {
  /** Workspace tab of the list. */
  readonly tabId: string;
  readonly session: SearchSession;
  readonly state: SearchState;
  readonly view: SearchView;
  readonly plants: readonly PlantSession[];
  readonly filter: SearchFilter;
  /** A search was requested and waits for a stated reason. */
  readonly waitsForReason: boolean;
  readonly newTransits: NewTransitCount;
  readonly showNewTransits: () => void;
  readonly onFilter: (filter: SearchFilter) => void;
  readonly onClear: () => void;
  /** Row whose detail is open beside the list; null: none. */
  readonly openKey: string | null;
  readonly onOpen: (row: ListRow) => void;
  readonly onOpenTab: (row: ListRow) => void;
}
