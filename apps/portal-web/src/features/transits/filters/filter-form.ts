import type { SearchFilter } from '../search/search-filter.ts';
import { type FilterGroup, isGroupLocked } from './filter-groups.ts';

/** The edited filter, as the fields of the panel use it. */
export interface FilterForm {
  readonly filter: SearchFilter;
  /** Filter groups edited since the last search. */
  readonly changed: ReadonlySet<FilterGroup>;
  readonly set: (filter: SearchFilter) => void;
}

/** Attributes for the control of a group: disabled by the blacklist rule, marked when edited but not searched. */
export const getControlProps = ({ filter, changed }: FilterForm, group: FilterGroup) => ({
  disabled: isGroupLocked(filter, group),
  ...(changed.has(group) ? { wrapperProps: { 'data-changed': true } } : {}),
});
