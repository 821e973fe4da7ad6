import { useQueries } from '@tanstack/react-query';
import { formatInteger } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { now } from '../../../lib/clock.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { toWireFilter } from '../filters/filter-wire.ts';
import { searchPorts } from '../search/search-ports.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import { buildNearPlates, type NearPlate } from './near-plates.ts';
import styles from './ResultArea.module.css';
import type { ResultAreaProps } from './result-area-props.ts';

/** Transits of a filter over several plants. `isLeast`: a plant did not say. */
interface NearCount {
  readonly count: number;
  readonly isLeast: boolean;
}

/** Counted once for each search: every count is a consultation that the plants log. */
const nearCountQuery = (
  search: { readonly at: string; readonly peerIds: readonly number[] },
  filter: SearchFilter,
) => ({
  queryKey: ['near-plates', search.at, search.peerIds, filter],
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NearCount> => {
    const answers = await Promise.allSettled(
      search.peerIds.map((peerId) =>
        searchPorts.fetchCount(peerId, toWireFilter(filter, search.at, peerId), { signal, isPolling: true }),
      ),
    );
    const counts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    return { count: counts.reduce((sum, count) => sum + count, 0), isLeast: counts.length < answers.length };
  },
});

/** A plate that found nothing is no dead end: what is near it, counted by the plants, one press each. */
export function PlateSuggestions(props: Pick<ResultAreaProps, 'state' | 'onFilter'>): ReactElement | null {
  const t = useT();
  const { state, onFilter } = props;
  const near = state.filter === null ? [] : buildNearPlates(state.filter);
  const peerIds = (state.search?.parts ?? [])
    .filter(({ failure }) => failure === null)
    .map(({ plantId }) => Number(plantId));
  const search = { at: state.startedAt ?? now(), peerIds };
  const counts = useQueries({ queries: near.map(({ filter }) => nearCountQuery(search, filter)) });
  if (state.filter === null || near.length === 0) return null;
  return (
    <div role="group" aria-label={t('transits:empty.similar', { plate: state.filter.plate })} className={styles.near}>
      <p>{t('transits:empty.similarHint')}</p>
      {near.map((one, index) => (
        <NearButton key={one.id} near={one} found={counts[index]?.data} onPress={() => onFilter(one.filter)} />
      ))}
    </div>
  );
}

function NearButton(props: { near: NearPlate; found: NearCount | undefined; onPress: () => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { near, found } = props;
  const what =
    near.id === 'misreads'
      ? t('transits:empty.similarMisreads')
      : near.id === 'variation'
        ? t('transits:empty.similarVariation')
        : near.filter.plate;
  const exact = found === undefined ? t('transits:empty.counting') : formatInteger(found.count, language);
  const count = found?.isLeast === true ? t('transits:empty.atLeast', { count: exact }) : exact;
  return (
    <button
      type="button"
      className={styles.nearOne}
      aria-label={t('transits:empty.similarName', { what, count })}
      aria-busy={found === undefined}
      onClick={props.onPress}
    >
      <b>{what}</b> <span>{count}</span>
    </button>
  );
}
