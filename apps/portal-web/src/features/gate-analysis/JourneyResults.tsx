import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { computeDistanceM } from '@varco/domain/maps/geo.ts';
import { formatDateMinute, formatInteger, formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { toInstant } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-file.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { indexGates, gateRefKey, getGatePosition } from './analysis-plants.ts';
import type { JourneyResult } from './search-journeys.ts';
import { ClockTable } from './ClockTable.tsx';
import { formatCsv } from '../../lib/csv.ts';
import { formatClockDuration } from '../../lib/analyses/journeys.ts';
import styles from './GateAnalysis.module.css';
import { LegMatrix } from './LegMatrix.tsx';
import { PlantReportNotices } from './PlantReportNotices.tsx';
import { TravelPanel } from './TravelPanel.tsx';

/** Journeys, travel times, and the matrix between the selected gates. */
export function JourneyResults(props: { answer: JourneyResult; gates: readonly PlantGate[] }): ReactElement {
  const t = useT();
  const { answer, gates } = props;
  const names = collectGateNames(answer, gates);
  const { total, vehicles, passages, clocks } = answer;
  const isMeasured = clocks.some(({ isReference, offsetS }) => !isReference && offsetS !== null);
  return (
    <>
      <div className={styles.head} aria-live="polite">
        <h2 className={styles.count}>{t('gateAnalysis:g2g.summary', { count: total, vehicles })}</h2>
        <p className={styles.sum}>
          {formatDateMinute(answer.window.start)} – {formatDateMinute(answer.window.end)} ·{' '}
          {t('gateAnalysis:g2g.passages', { count: passages })}
        </p>
        <PlantReportNotices parts={answer.reports} />
        {clocks.length > 0 && (
          <Notice tone={isMeasured ? 'in' : 'wa'}>
            {t(isMeasured ? 'gateAnalysis:g2g.corrected' : 'gateAnalysis:g2g.notCorrected')}
          </Notice>
        )}
      </div>
      {total === 0 ? (
        <EmptyState icon="search" title={t('gateAnalysis:g2g.none')} />
      ) : (
        <>
          <TravelPanel times={answer.times} bars={answer.bars} />
          <JourneyTable answer={answer} gates={gates} names={names} />
        </>
      )}
      <LegMatrix matrix={answer.matrix} names={names} />
      {clocks.length > 0 && <ClockTable clocks={clocks} />}
    </>
  );
}

/** Names of the selected gates by key, in order, without duplicates. */
function collectGateNames(answer: JourneyResult, gates: readonly PlantGate[]): ReadonlyMap<string, string> {
  const byKey = indexGates(gates);
  return new Map(
    answer.gates.map((ref) => [gateRefKey(ref), byKey.get(gateRefKey(ref))?.gate.fullname ?? gateRefKey(ref)]),
  );
}

function JourneyTable(props: {
  answer: JourneyResult;
  gates: readonly PlantGate[];
  names: ReadonlyMap<string, string>;
}): ReactElement {
  const t = useT();
  const { answer, gates, names } = props;
  const untold = answer.total - answer.journeys.length;
  const metres = computeRouteLength(answer, gates);
  return (
    <section className={styles.block} aria-label={t('gateAnalysis:g2g.journeys')}>
      <div className={styles.blockHead}>
        <h3>{t('gateAnalysis:g2g.journeys')}</h3>
        <Button size="compact-xs" variant="default" onClick={() => saveJourneysAsCsv(answer, names, t)}>
          {t('gateAnalysis:g2g.csv')}
        </Button>
      </div>
      {untold > 0 && <p className={styles.sum}>{t('gateAnalysis:g2g.untold', { count: untold })}</p>}
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('gateAnalysis:g2g.plate')}</th>
              {answer.gates.map((ref, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a gate may come back: its place names the column
                <th key={at} scope="col">
                  {names.get(gateRefKey(ref))}
                </th>
              ))}
              <th scope="col">{t('gateAnalysis:g2g.duration')}</th>
              <th scope="col">{t('gateAnalysis:g2g.speed')}</th>
            </tr>
          </thead>
          <tbody>
            {answer.journeys.map((journey) => (
              <JourneyRow key={`${journey.plate} ${journey.timesMs.join()}`} journey={journey} metres={metres} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function JourneyRow(props: { journey: JourneyResult['journeys'][number]; metres: number | null }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const { plate, timesMs, seconds } = props.journey;
  const open = (): void => {
    const filter = { plate, period: { kind: 'all' }, hasTaxCodes: false } as const;
    openWorkspaceTab({ kind: 'transit-list', filter, runs: true });
    void navigate({ to: '/lpr' });
  };
  const kmh = props.metres === null || seconds === 0 ? null : (props.metres / seconds) * 3.6;
  return (
    <tr>
      <td>
        <button
          type="button"
          className={styles.plate}
          aria-label={t('gateAnalysis:g2g.open', { plate })}
          onClick={open}
        >
          <PlateBadge plate={plate} nation={null} />
        </button>
      </td>
      {timesMs.map((timeMs, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two gates may be passed at the same instant
        <td key={at}>
          {at === 0 ? (
            <Moment at={toInstant(timeMs)} />
          ) : (
            <span title={toInstant(timeMs)}>{formatTime(toInstant(timeMs))}</span>
          )}
        </td>
      ))}
      <td>{formatClockDuration(seconds)}</td>
      <td>{kmh === null ? '–' : `${formatInteger(kmh, language)} km/h`}</td>
    </tr>
  );
}

/** Sum of the straight-line distances in metres; null if a gate has no position. */
function computeRouteLength(answer: JourneyResult, gates: readonly PlantGate[]): number | null {
  const byKey = indexGates(gates);
  const places = answer.gates.map((ref) => getGatePosition(byKey.get(gateRefKey(ref))));
  let metres = 0;
  for (let i = 1; i < places.length; i++) {
    const [from, to] = [places[i - 1], places[i]];
    if (from == null || to == null) return null;
    metres += computeDistanceM(from, to);
  }
  return metres;
}

function saveJourneysAsCsv(
  answer: JourneyResult,
  names: ReadonlyMap<string, string>,
  t: ReturnType<typeof useT>,
): void {
  const head = [
    t('gateAnalysis:g2g.plate'),
    ...answer.gates.map((ref) => names.get(gateRefKey(ref)) ?? ''),
    `${t('gateAnalysis:g2g.duration')} (s)`,
  ];
  const rows = answer.journeys.map(({ plate, timesMs, seconds }) => [
    plate,
    ...timesMs.map(toInstant),
    Math.round(seconds),
  ]);
  const text = formatCsv([head, ...rows, [], [t('gateAnalysis:caveat')]]);
  saveTextFile(t('gateAnalysis:g2g.fileJourneys'), text, 'text/csv');
}
