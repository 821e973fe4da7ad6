import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';

/** Groups of the filter as the panel shows them, and the fields that make each (readings TA01). */
const GROUPS = {
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
  variations: ['variations'],
  misreads: ['misreads'],
  adr: ['isAdr'],
  kemler: ['kemler'],
  un: ['un'],
  hazardClasses: ['hazardClasses'],
} as const satisfies Readonly<Record<string, readonly (keyof SearchFilter)[]>>;

export type FilterGroup = keyof typeof GROUPS;
const IDS: readonly FilterGroup[] = Object.keys(GROUPS).filter((id): id is FilterGroup => id in GROUPS);

const isSame = (a: SearchFilter, b: SearchFilter, group: FilterGroup): boolean =>
  GROUPS[group].every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));

/** A range written with two ends that means the same as the word is no change: compared as chosen, not as computed. */
export const changedGroups = (working: SearchFilter, searched: SearchFilter | null): ReadonlySet<FilterGroup> =>
  new Set(searched === null ? [] : IDS.filter((group) => !isSame(working, searched, group)));

/** True when a group asks something. The period does unless it is the whole archive; plants never count (TA01). */
function isActive(filter: SearchFilter, group: FilterGroup): boolean {
  if (group === 'period') return filter.period.kind !== 'all';
  return group !== 'plants' && !isSame(filter, DEFAULT_FILTER, group);
}

/** SRCH-03: one per filled group. */
export const activeGroups = (filter: SearchFilter): readonly FilterGroup[] =>
  IDS.filter((group) => isActive(filter, group));

/** The filter without what a group asks; the period becomes the whole archive. */
export function withoutGroup(filter: SearchFilter, group: FilterGroup): SearchFilter {
  if (group === 'period') return { ...filter, period: { kind: 'all' } };
  const cleared = Object.fromEntries(GROUPS[group].map((field) => [field, DEFAULT_FILTER[field]]));
  return { ...filter, ...cleared };
}

/** Groups that stay open when the blacklist infringement is chosen: what, when and where (T 4.1, FLT-03). */
const WITH_BLACKLIST: ReadonlySet<FilterGroup> = new Set(['plate', 'period', 'infringements', 'plants', 'gates']);

/** True when a group cannot be used now. */
export const isLocked = (filter: SearchFilter, group: FilterGroup): boolean =>
  filter.infringements.includes('BL') && !WITH_BLACKLIST.has(group);

const only = (filter: SearchFilter, kept: ReadonlySet<FilterGroup>): SearchFilter =>
  IDS.filter((group) => !kept.has(group)).reduce<SearchFilter>(
    (rest, group) => (group === 'period' ? { ...rest, period: DEFAULT_FILTER.period } : withoutGroup(rest, group)),
    filter,
  );

/** A new choice of infringements; with the blacklist among them, everything it locks goes back to its default. */
export function withInfringements(filter: SearchFilter, infringements: SearchFilter['infringements']): SearchFilter {
  const next = { ...filter, infringements };
  return infringements.includes('BL') ? only(next, WITH_BLACKLIST) : next;
}

const KEPT_IN_ADR: ReadonlySet<FilterGroup> = new Set(['plants']);

/** T 4.1: entering the ADR view clears what is asked about plates and resets the rest; leaving clears the ADR fields. */
export const withAdr = (filter: SearchFilter, isAdr: boolean): SearchFilter =>
  isAdr
    ? { ...only(filter, KEPT_IN_ADR), isAdr: true }
    : { ...filter, isAdr: false, kemler: '', un: '', hazardClasses: [] };

/** T 5.1: filters that make a search slow. */
export const isSlowFilter = (filter: SearchFilter): boolean => filter.recurrence.count > 0 || filter.isDistinct;

/** Plants chosen anew; gates of plants that were dropped go with them (FLT-08). */
export const withPlants = (filter: SearchFilter, peerIds: SearchFilter['peerIds']): SearchFilter => ({
  ...filter,
  peerIds,
  gates: peerIds === null ? filter.gates : filter.gates.filter((gate) => peerIds.includes(gate.peerId)),
});
