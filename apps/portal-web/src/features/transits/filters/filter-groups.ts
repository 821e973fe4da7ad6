import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';

/** Filter groups as shown in the panel, with the fields of each (readings TA01). */
const FIELDS_BY_GROUP = {
  plate: ['plate'],
  period: ['period'],
  infringements: ['infringements'],
  plants: ['peerIds'],
  gates: ['gates'],
  vehicleTypes: ['vehicleTypes'],
  brands: ['brands'],
  colours: ['colours'],
  nations: ['nations', 'national'],
  provinces: ['provincesIn', 'provincesOut'],
  citizen: ['citizen'],
  facing: ['direction', 'framing'],
  lane: ['lane'],
  speed: ['speedMin', 'speedMax'],
  recurrence: ['recurrence'],
  distinct: ['isDistinct'],
  unknown: ['noUnknown'],
  unread: ['unread'],
  variations: ['variations'],
  misreads: ['misreads'],
  adr: ['isAdr'],
  kemler: ['kemler'],
  un: ['un'],
  hazardClasses: ['hazardClasses'],
} as const satisfies Readonly<Record<string, readonly (keyof SearchFilter)[]>>;

export type FilterGroup = keyof typeof FIELDS_BY_GROUP;
const FILTER_GROUPS: readonly FilterGroup[] = Object.keys(FIELDS_BY_GROUP).filter(
  (id): id is FilterGroup => id in FIELDS_BY_GROUP,
);

const isSameGroupValue = (a: SearchFilter, b: SearchFilter, group: FilterGroup): boolean =>
  FIELDS_BY_GROUP[group].every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));

/**
 * Groups that differ between the edited and the searched filter. Periods are compared as chosen, not as computed: a
 * range with the same two ends as "today" is still a change.
 */
export const findChangedGroups = (working: SearchFilter, searched: SearchFilter | null): ReadonlySet<FilterGroup> =>
  new Set(searched === null ? [] : FILTER_GROUPS.filter((group) => !isSameGroupValue(working, searched, group)));

/** True when a group restricts the search. The period does unless it is the whole archive; plants never count (TA01). */
function isGroupActive(filter: SearchFilter, group: FilterGroup): boolean {
  if (group === 'period') return filter.period.kind !== 'all';
  return group !== 'plants' && !isSameGroupValue(filter, DEFAULT_FILTER, group);
}

/** SRCH-03: the active groups; one chip is shown for each. */
export const findActiveGroups = (filter: SearchFilter): readonly FilterGroup[] =>
  FILTER_GROUPS.filter((group) => isGroupActive(filter, group));

/** True for the filter that a new list starts with: the user has chosen nothing yet. */
export const isUntouched = (filter: SearchFilter): boolean => JSON.stringify(filter) === JSON.stringify(DEFAULT_FILTER);

/** The filter with one group reset. The period is reset to the whole archive. */
export function resetGroup(filter: SearchFilter, group: FilterGroup): SearchFilter {
  if (group === 'period') return { ...filter, period: { kind: 'all' } };
  const cleared = Object.fromEntries(FIELDS_BY_GROUP[group].map((field) => [field, DEFAULT_FILTER[field]]));
  return { ...filter, ...cleared };
}

/** Groups that stay usable with the blacklist infringement: what, when and where (T 4.1, FLT-03). */
const GROUPS_ALLOWED_WITH_BLACKLIST: ReadonlySet<FilterGroup> = new Set([
  'plate',
  'period',
  'infringements',
  'plants',
  'gates',
]);

/** True when a group is disabled by the blacklist infringement. */
export const isGroupLocked = (filter: SearchFilter, group: FilterGroup): boolean =>
  filter.infringements.includes('BL') && !GROUPS_ALLOWED_WITH_BLACKLIST.has(group);

const keepOnlyGroups = (filter: SearchFilter, stored: ReadonlySet<FilterGroup>): SearchFilter =>
  FILTER_GROUPS.filter((group) => !stored.has(group)).reduce<SearchFilter>(
    (rest, group) => (group === 'period' ? { ...rest, period: DEFAULT_FILTER.period } : resetGroup(rest, group)),
    filter,
  );

/** Sets the infringements. If the blacklist is among them, every group it locks returns to its default. */
export function setInfringements(filter: SearchFilter, infringements: SearchFilter['infringements']): SearchFilter {
  const next = { ...filter, infringements };
  return infringements.includes('BL') ? keepOnlyGroups(next, GROUPS_ALLOWED_WITH_BLACKLIST) : next;
}

const GROUPS_RETAINED_IN_ADR: ReadonlySet<FilterGroup> = new Set(['plants']);

/** T 4.1: switches the ADR mode. Entering clears the plate filters and resets the others; leaving clears the ADR fields. */
export const setAdrMode = (filter: SearchFilter, isAdr: boolean): SearchFilter =>
  isAdr
    ? { ...keepOnlyGroups(filter, GROUPS_RETAINED_IN_ADR), isAdr: true }
    : { ...filter, isAdr: false, kemler: '', un: '', hazardClasses: [] };

/**
 * Sets whether passages without a plate are searched. Only these: the filters on plates, which none of them meets, return
 * to their default.
 */
export function setUnread(filter: SearchFilter, unread: SearchFilter['unread']): SearchFilter {
  const groups: readonly FilterGroup[] = ['plate', 'recurrence', 'distinct', 'unknown', 'variations', 'misreads'];
  return unread === 'only' ? { ...groups.reduce<SearchFilter>(resetGroup, filter), unread } : { ...filter, unread };
}

/** True for a filter that only passages with a plate can meet. */
export const isAboutPlates = ({ plate, recurrence, isDistinct, noUnknown }: SearchFilter): boolean =>
  plate !== '' || recurrence.count > 0 || isDistinct || noUnknown;

/** T 5.1: true for filters that make a search slow. */
export const isSlowFilter = (filter: SearchFilter): boolean => filter.recurrence.count > 0 || filter.isDistinct;

/** Sets the plants. Gates of removed plants are removed too (FLT-08). */
export const setPlantFilter = (filter: SearchFilter, peerIds: SearchFilter['peerIds']): SearchFilter => ({
  ...filter,
  peerIds,
  gates: peerIds === null ? filter.gates : filter.gates.filter((gate) => peerIds.includes(gate.peerId)),
});
