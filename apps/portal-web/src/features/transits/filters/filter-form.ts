import type { SearchFilter } from '../search/search-filter.ts';
import { type FilterGroup, isLocked } from './filter-groups.ts';

/** The filter in hand as the fields of the panel see it. */
export interface FilterForm {
  readonly filter: SearchFilter;
  /** Groups edited since the last search. */
  readonly changed: ReadonlySet<FilterGroup>;
  readonly set: (filter: SearchFilter) => void;
}

/** Attributes of the control of a group: locked by the blacklist rule, marked when edited but not searched. */
export const controlOf = ({ filter, changed }: FilterForm, group: FilterGroup) => ({
  disabled: isLocked(filter, group),
  ...(changed.has(group) ? { wrapperProps: { 'data-changed': true } } : {}),
});
