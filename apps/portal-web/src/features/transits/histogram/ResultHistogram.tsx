import { formatDate } from '@varco/i18n/format.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import { setHistogramOpen } from '../../../lib/preferences/preferences.store.ts';
import { isTaxCode } from '../../../widgets/plate/plate-summary.ts';
import type { ResultAreaProps } from '../results/result-area-props.ts';
import type { Period, SearchFilter } from '../search/search-filter.ts';
import type { BarRange } from './bar-range.ts';
import { findBars, toPeriod } from './chosen-period.ts';
import styles from './Histogram.module.css';
import { HistogramBars } from './HistogramBars.tsx';
import { describeBars, formatTransits } from './histogram-text.ts';
import { isSamePeriod } from './histogram-session.ts';
import { type ShownHistogram, useHistogram } from './use-histogram.ts';

/** A list that renews itself shows the last half hour; the vehicles of an owner are asked of the ministry once. */
const hasHistogram = ({ period, plate, hasTaxCodes }: SearchFilter): boolean =>
  period.kind !== 'live' && !(hasTaxCodes && isTaxCode(plate));

/** Transits of the search over time, above its rows: to see when, and to go there. */
export function ResultHistogram(props: ResultAreaProps): ReactElement | null {
  const { filter, search } = props.state;
  if (filter === null || search === null || !hasHistogram(filter)) return null;
  return <OpenHistogram {...props} searched={filter} />;
}

function OpenHistogram(props: ResultAreaProps & { searched: SearchFilter }): ReactElement {
  const t = useT();
  const { searched, state, onFilter } = props;
  const shown = useHistogram(props.session, state);
  const [pointed, setPointed] = useState<BarRange | null>(null);
  const { merged, whole, session } = shown;
  const isWhole = whole === null || isSamePeriod(whole, searched.period);
  const applied = isWhole ? null : findBars(merged.bars, searched.period);
  const search = (period: Period | null): void => {
    setPointed(null);
    if (period === null) return;
    session.choose(period);
    onFilter({ ...searched, period });
  };
  const apply = (range: BarRange): void => {
    const isAll = range.first === 0 && range.last === merged.bars.length - 1;
    if (!isAll) search(toPeriod(merged.bars, range, now()));
    else if (applied !== null) search(whole);
  };
  const zoom = (): void => {
    session.reset();
    onFilter(searched);
  };
  const clear = (): void => search(whole);
  return (
    <section className={styles.strip} aria-label={t('histogram:title')}>
      <div className={styles.line}>
        <Reading shown={shown} pointed={pointed ?? applied} />
        <Missing {...props} peerIds={shown.missing} />
        <Shortened {...props} starts={shown.shortened} />
        <span className={styles.grow} />
        {applied !== null && <ChosenActions onZoom={zoom} onClear={clear} />}
        {whole !== null && whole.kind !== 'all' && (
          <TextButton onClick={() => onFilter({ ...searched, period: { kind: 'all' } })}>
            {t('histogram:whole')}
          </TextButton>
        )}
        <IconButton
          icon="chevronUp"
          size="sm"
          name={t('histogram:hide')}
          isExpanded
          onClick={() => setHistogramOpen(false)}
        />
      </div>
      <HistogramBars
        merged={merged}
        applied={applied}
        onPoint={setPointed}
        onApply={apply}
        onJump={(at) => apply({ first: 0, last: at })}
        onClear={() => applied !== null && clear()}
      />
    </section>
  );
}

/** What can be done with the chosen period: count it anew in narrower bars, or search the whole again. */
function ChosenActions(props: { onZoom: () => void; onClear: () => void }): ReactElement {
  const t = useT();
  return (
    <>
      <IconButton icon="plus" size="sm" name={t('histogram:zoom')} onClick={props.onZoom} />
      <IconButton icon="close" size="sm" name={t('histogram:clear')} onClick={props.onClear} />
    </>
  );
}

/** What the pointed bars have, or the whole strip. */
function Reading(props: { shown: ShownHistogram; pointed: BarRange | null }): ReactElement {
  const t = useT();
  const { merged, isPending } = props.shown;
  const { bars, width } = merged;
  if (bars.length === 0)
    return <span className={styles.reading}>{t(isPending ? 'histogram:pending' : 'histogram:none')}</span>;
  return (
    <span className={styles.reading}>
      {props.pointed === null
        ? t('histogram:overall', { transits: formatTransits(t, bars), width: t(`histogram:width.${width}`) })
        : describeBars(t, merged, props.pointed)}
    </span>
  );
}

/** The plants that are not in the bars, by name. */
function Missing(props: ResultAreaProps & { peerIds: readonly number[] }): ReactElement | null {
  const t = useT();
  const { peerIds, plants } = props;
  if (peerIds.length === 0) return null;
  const names = plants.filter(({ peerId }) => peerIds.includes(peerId)).map(getPlantLabel);
  return (
    <span className={styles.missing} role="status">
      {t('histogram:missing', { count: peerIds.length, plants: names.join(', ') })}
    </span>
  );
}

/** The plants that counted only a last part, by name and first day: before it the bars are without them. */
function Shortened(props: ResultAreaProps & { starts: ReadonlyMap<number, string | null> }): ReactElement | null {
  const t = useT();
  const { starts, plants } = props;
  if (starts.size === 0) return null;
  const names = plants.flatMap((plant) => {
    const start = starts.get(plant.peerId);
    if (start === undefined) return [];
    const label = getPlantLabel(plant);
    return [start === null ? label : t('histogram:since', { plant: label, day: formatDate(start) })];
  });
  return <span className={styles.missing}>{t('histogram:shortened', { plants: names.join(', ') })}</span>;
}
