import type { PlantCompleteness } from '@varco/domain/federation/completeness.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import type { ReactElement } from 'react';
import { nowMs } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { countMinutesSince } from '../../../lib/rome-days.ts';
import { useSlowPlants } from '../../../lib/plants/response-times.ts';
import { isRefused, type PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantCode, getPlantLabel } from '../../../lib/plants/use-plants.ts';
import { useShownPlantGroups } from '../../../lib/plants/shown-plant-groups.ts';
import { GroupedPlantColumn } from '../../../widgets/plants/GroupedPlantColumn.tsx';
import { PlantColumn } from '../../../widgets/plants/PlantColumn.tsx';
import type { PlantEntry } from '../../../widgets/plants/plant-entry.ts';
import { setPlantFilter } from '../filters/filter-groups.ts';
import type { SearchState } from './search-state.ts';
import type { SearchView } from './search-view.ts';
import type { ListSearch } from './use-list-search.ts';
import { formatAge } from '../results/format-age.ts';
import { getFailureTextKey } from '../results/failure-text.ts';

/**
 * SRCH-15, T 2.3: the plants of the result, and the plants that were not queried. `onLeave`: on a phone they are part of
 * the filter sheet, which closes with a choice.
 */
export function PlantsColumn(props: {
  search: ListSearch;
  layout: 'column' | 'chips';
  onLeave: () => void;
}): ReactElement {
  const t = useT();
  const { plants, session, state, view, filter, setFilter, run } = props.search;
  const { peerIds } = filter;
  const shown = useShownPlantGroups();
  const slow = useSlowPlants();
  const facts = new Map((view.completeness?.plants ?? []).map((plant) => [plant.plantId, plant]));
  const entries = plants
    .filter((plant) => plant.credential.enabled)
    .map((plant) => toPlantEntry(plant, state, facts.get(String(plant.peerId)), { t, isSlow: slow.has(plant.peerId) }));
  const common = {
    plants: entries,
    selected: state.peerId === null ? null : String(state.peerId),
    onSelect: (plantId: string | null): void => {
      session.pickPlant(plantId === null ? null : Number(plantId));
      props.onLeave();
    },
    total: state.search === null ? null : countAllTransits(view, state.counts),
    isTotalLeast: !hasExactCounts(view, state.counts),
  };
  const searchTicked = (): void => {
    run(filter);
    props.onLeave();
  };
  if (shown.kinds.length === 0) return <PlantColumn {...common} layout={props.layout} />;
  return (
    <GroupedPlantColumn
      {...common}
      shown={shown}
      ticked={(peerIds ?? []).map(String)}
      onTick={(ids) => setFilter(setPlantFilter(filter, ids.length === 0 ? null : ids.map(Number)))}
      onSearch={haveSamePlants(peerIds, state.filter?.peerIds ?? null) ? null : searchTicked}
      layout={props.layout === 'chips' ? 'block' : 'column'}
    />
  );
}

/** Whether two filters are about the same plants, in whatever order. */
function haveSamePlants(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** Number of transits of all plants that responded, regardless of the selected plant. */
const countAllTransits = (view: SearchView, counts: SearchState['counts']): number =>
  (view.completeness?.plants ?? []).reduce(
    (sum, plant) => sum + (counts.get(plant.plantId) ?? plant.count ?? plant.rows),
    0,
  );

/** True when every plant that returned rows has also reported its exact count. */
const hasExactCounts = (view: SearchView, counts: SearchState['counts']): boolean =>
  (view.completeness?.plants ?? []).every(
    (plant) => plant.rows === 0 || (counts.get(plant.plantId) ?? plant.count) !== null,
  );

function toPlantEntry(
  plant: PlantSession,
  state: SearchState,
  facts: PlantCompleteness | undefined,
  { t, isSlow }: { t: Translate; isSlow: boolean },
): PlantEntry {
  const plantId = String(plant.peerId);
  const user = plant.login?.user;
  const answeredAfter = state.answeredAfterMs.get(plantId) ?? null;
  const status = getEntryStatus(plant);
  const failure = facts?.outcome.state === 'error' ? facts.outcome.failure : null;
  const lastSeen = plant.peer?.last_seen ?? null;
  return {
    plantId,
    label: getPlantLabel(plant),
    code: getPlantCode(plant),
    status,
    ...(status === 'refused' ? { refusal: t(getRefusalTextKey(plant)) } : {}),
    ...(status === 'offline' && lastSeen !== null ? { silentMinutes: countMinutesSince(lastSeen, nowMs()) } : {}),
    answer: toResponseState(facts?.outcome.state),
    count: facts === undefined ? null : (state.counts.get(plantId) ?? facts.count),
    ...(facts?.outcome.state === 'pending' ? { askedAt: state.startedAtElapsed } : {}),
    ...(failure === null
      ? {}
      : { error: { cause: t(getFailureTextKey(failure)), afterSeconds: Math.round((answeredAfter ?? 0) / 1000) } }),
    ...(facts?.newestReadAgeMs == null
      ? {}
      : {
          newest: {
            age: formatAge(t, facts.newestReadAgeMs),
            isSilent: facts.newestReadAgeMs > SILENT_AFTER_MS,
          },
        }),
    isSlow,
    hasLimitedGates: (user?.varchi_abilitati_eff ?? null) !== null,
    maxMinutes: user?.t_max ?? 0,
    isAgeLimit: plant.login?.parameters.time_limit === 'age',
  };
}

/** A plant without any read for this long is silent: even at night some gate sees a vehicle within the hour. */
const SILENT_AFTER_MS = 60 * 60_000;

/** Sign-in states in which the plant has answered and does not accept the account. */
const REFUSALS = {
  expired: 'shell:plantState.expired',
  userdisabled: 'shell:plantState.userdisabled',
  weakpwd: 'shell:plantState.weakpwd',
  empty: 'shell:plantState.empty',
} as const satisfies Readonly<Record<string, MessageKey>>;

const getRefusalTextKey = ({ state }: PlantSession): MessageKey =>
  state === 'expired' || state === 'userdisabled' || state === 'weakpwd' || state === 'empty'
    ? REFUSALS[state]
    : 'shell:plantState.bad';

/** Whether the plant can be asked; one that refuses the account is told apart from one that is off. */
function getEntryStatus(plant: PlantSession): PlantEntry['status'] {
  const user = plant.login?.user;
  if (plant.state === 'ok' && user !== undefined) return isForceEnabled(user) ? 'online' : 'noPermission';
  return isRefused(plant) ? 'refused' : 'offline';
}

function toResponseState(
  state: 'pending' | 'completed' | 'partial' | 'error' | 'notAsked' | undefined,
): PlantEntry['answer'] {
  switch (state) {
    case 'pending':
      return 'receiving';
    case 'completed':
    case 'partial':
      return 'received';
    case 'error':
      return 'error';
    case 'notAsked':
    case undefined:
      return 'notAsked';
  }
}
