import { formatDate, formatDateTime, formatDecimal, formatInteger, formatPercent } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import styles from './Accomplices.module.css';
import type { CandidateProps } from './CandidatePanel.tsx';
import { summarizeCandidate } from './candidate-summary.ts';
import { formatShortDuration } from './format-gap.ts';
import { JointMap } from './JointMap.tsx';
import { type CandidatePart, type MergedCandidate, tripKey } from './merged-candidates.ts';

/** Explains the score of a candidate: all numbers behind it, so that it can be recomputed by hand, and both tracks. */
export function ScoreExplanation(props: CandidateProps): ReactElement {
  const t = useT();
  const { target, candidate, gates } = props;
  return (
    <section className={styles.why} aria-label={t('accomplices:explanation', { plate: candidate.plate })}>
      <FactList target={target} candidate={candidate} />
      <ScoreSum candidate={candidate} />
      {candidate.parts.map((part) => (
        <JointTrips key={part.peerId} part={part} countedTripKeys={candidate.countedTripKeys} />
      ))}
      {candidate.parts.map((part) => (
        <TripsApart key={part.peerId} part={part} countedTripKeys={candidate.countedTripKeys} />
      ))}
      <Remark>{t('accomplices:formulaWeights')}</Remark>
      {candidate.parts.map((part) => (
        <ScoreFormula key={part.peerId} part={part} />
      ))}
      <Remark>
        <strong>{t('accomplices:notProof')}</strong> {t('accomplices:disclaimer')} <ModelCardLink card="accomplices" />
      </Remark>
      <JointMap target={target} candidate={candidate} gates={gates} />
    </section>
  );
}

/** Below it nobody counts the zeros: a power of ten is shorter. */
const SMALLEST_DECIMAL = 0.000_001;

/** Formats a small number with three significant digits. */
function formatSmallNumber(value: number, language: 'it' | 'en'): string {
  if (value >= 0.01 || value === 0) return formatDecimal(value, value < 0.1 ? 4 : 3, language);
  if (value >= SMALLEST_DECIMAL) return formatDecimal(value, 2 - Math.floor(Math.log10(value)), language);
  return value.toExponential(2).replace('.', language === 'it' ? ',' : '.');
}

interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

/** Numbers about the trips: made together, expected by chance, and made apart. */
function useTripFacts({ target, candidate }: { target: string; candidate: MergedCandidate }): readonly Fact[] {
  const t = useT();
  const language = useLanguage();
  const { parts, plate: partner } = candidate;
  const { trips, days } = summarizeCandidate(candidate);
  const sum = (of: (one: CandidatePart['candidate']) => number): number =>
    parts.reduce((all, part) => all + of(part.candidate), 0);
  return [
    {
      key: 'joint',
      label: t('accomplices:items.joint'),
      value: t('accomplices:items.jointValue', {
        trips: formatInteger(trips, language),
        days: t('accomplices:inDays', { count: days }),
      }),
    },
    {
      key: 'expected',
      label: t('accomplices:items.expected'),
      value: formatSmallNumber(
        sum(({ attesi }) => attesi),
        language,
      ),
    },
    {
      key: 'without',
      label: t('accomplices:items.without', { plate: target, partner }),
      value: formatInteger(
        sum(({ senza }) => senza.length),
        language,
      ),
    },
    {
      key: 'reads',
      label: t('accomplices:items.reads', { partner }),
      value: formatInteger(
        sum(({ letture }) => letture),
        language,
      ),
    },
  ];
}

/** Numbers about the joint trips: habit, route, time gap, same hour, and overall strength. */
function useJointTravelFacts(candidate: MergedCandidate): readonly Fact[] {
  const t = useT();
  const language = useLanguage();
  const { parts } = candidate;
  const isSameHour = parts.every((part) => part.candidate.stessa_ora);
  const compared = t(parts.length > 1 ? 'accomplices:items.comparedMany' : 'accomplices:items.comparedValue', {
    count: candidate.comparedPlates,
  });
  const strength = t('accomplices:items.strengthValue', {
    power: formatDecimal(candidate.strength, 1, language),
    word: t(`accomplices:scale.p${toScaleStep(candidate.scale)}`),
  });
  return [
    { key: 'habit', label: t('accomplices:items.habit'), value: useHabitText(parts) },
    { key: 'route', label: t('accomplices:items.route'), value: useRouteText(parts) },
    { key: 'gap', label: t('accomplices:items.gap'), value: useGapText(parts) },
    {
      key: 'hour',
      label: t('accomplices:items.sameHour'),
      value: t(isSameHour ? 'accomplices:items.sameHourYes' : 'accomplices:items.sameHourNo'),
    },
    { key: 'compared', label: t('accomplices:items.compared'), value: compared },
    { key: 'strength', label: t('accomplices:items.strength'), value: strength },
  ];
}

function FactList(props: { target: string; candidate: MergedCandidate }): ReactElement {
  const trips = useTripFacts(props);
  const manner = useJointTravelFacts(props.candidate);
  return <KeyValueList items={[...trips, ...manner]} />;
}

const toScaleStep = (scale: number): 0 | 1 | 2 | 3 | 4 | 5 | 6 =>
  ([0, 1, 2, 3, 4, 5, 6] as const).find((step) => step === scale) ?? 0;

/** Text for the strongest habit: the trip that was made on the most other days. */
function useHabitText(parts: readonly CandidatePart[]): string {
  const t = useT();
  if (!parts.every(({ candidate }) => candidate.abitudine_nota)) return t('accomplices:items.habitUnknown');
  const [most] = parts
    .flatMap(({ candidate }) => candidate.viaggi)
    .toSorted((a, b) => b.abitudine_giorni - a.abitudine_giorni);
  return t('accomplices:items.habitValue', { days: most?.abitudine_giorni ?? 0, of: most?.abitudine_su ?? 0 });
}

/** Text for the rarest route the two vehicles drove together. */
function useRouteText(parts: readonly CandidatePart[]): string {
  const t = useT();
  const language = useLanguage();
  const routes = parts
    .flatMap(({ candidate }) => candidate.viaggi)
    .flatMap(({ quota_percorso: share, incontri }) => (share === null ? [] : [{ share, incontri }]))
    .toSorted((a, b) => a.share - b.share);
  const [rarest] = routes;
  if (rarest === undefined) return t('accomplices:items.routeNone');
  const share = formatPercent(rarest.share, 1, language);
  return t('accomplices:items.routeValue', { count: rarest.incontri, share });
}

function useGapText(parts: readonly CandidatePart[]): string {
  const t = useT();
  const first = parts[0]?.candidate;
  const time = formatShortDuration(first?.distacco_s ?? 0);
  const orders = new Set(parts.map(({ candidate }) => candidate.ordine));
  if (orders.size > 1 || orders.has('alterna')) return t('accomplices:items.gapSwap', { time });
  return t(orders.has('prima') ? 'accomplices:items.gapAhead' : 'accomplices:items.gapBehind', { time });
}

/** The calculation from the weights of the trips to the score. */
function ScoreSum({ candidate }: { candidate: MergedCandidate }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { factor, strength, comparedPlates: compared, absScore } = candidate;
  const number = (value: number): string => formatDecimal(value, 2, language);
  return (
    <div>
      <h3 className={styles.subtitle}>{t('accomplices:sum')}</h3>
      <ul className={styles.sum}>
        <li>{t('accomplices:sumFactor', { factor: number(factor) })}</li>
        <li>
          {t('accomplices:sumPaid', {
            count: formatInteger(compared, language),
            paid: number(Math.log10(Math.max(1, compared))),
          })}
        </li>
        <li>{t('accomplices:sumPoints', { strength: number(strength), points: absScore })}</li>
      </ul>
    </div>
  );
}

interface TripsProps {
  readonly part: CandidatePart;
  /** Keys (`tripKey`) of the trips that count for the score. */
  readonly countedTripKeys: ReadonlySet<string>;
}

/** The trips made together, with the calculation of each: log10(0.9 / chance) + time spent together. */
function JointTrips({ part, countedTripKeys: counted }: TripsProps): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { candidate, answer, peerId } = part;
  if (candidate.viaggi.length === 0) return null;
  const columns = [
    { key: 'trip', title: t('accomplices:trip') },
    ...(['met', 'chance', 'chain', 'weight'] as const).map((key) => ({
      key,
      title: t(`accomplices:${key}`),
      isNumeric: true,
    })),
  ];
  return (
    <SimpleTable label={t('accomplices:trips')} columns={columns} density="dense" isFramed>
      {candidate.viaggi.map((trip) => (
        <TableRow key={trip.sessione}>
          <td>
            {formatDateTime(answer.sessioni[trip.sessione]?.dal ?? answer.periodo.dal)}
            {!counted.has(tripKey(peerId, trip.sessione)) && <Remark>{t('accomplices:countedElsewhere')}</Remark>}
          </td>
          <NumberCell>{trip.incontri}</NumberCell>
          <NumberCell>{formatSmallNumber(trip.caso, language)}</NumberCell>
          <NumberCell>{formatDecimal(trip.catena, 3, language)}</NumberCell>
          <NumberCell>{formatDecimal(trip.peso, 3, language)}</NumberCell>
        </TableRow>
      ))}
    </SimpleTable>
  );
}

/** Trips of the target without the candidate. Each lowers the score a little, by the chance of meeting on that trip. */
function TripsApart({ part, countedTripKeys: counted }: TripsProps): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { candidate, answer, peerId } = part;
  const own = candidate.senza.filter(([session]) => counted.has(tripKey(peerId, session)));
  if (own.length === 0) return null;
  return (
    <details>
      <summary>{t('accomplices:tripsWithout', { count: own.length })}</summary>
      <SimpleTable
        label={t('accomplices:tripsWithoutTable')}
        columns={[
          { key: 'trip', title: t('accomplices:trip') },
          { key: 'chance', title: t('accomplices:chance'), isNumeric: true },
        ]}
        density="dense"
        isFramed
      >
        {own.map(([session, chance]) => (
          <TableRow key={session}>
            <td>{formatDateTime(answer.sessioni[session]?.dal ?? answer.periodo.dal)}</td>
            <NumberCell>{formatSmallNumber(chance, language)}</NumberCell>
          </TableRow>
        ))}
      </SimpleTable>
    </details>
  );
}

function ScoreFormula({ part }: { part: CandidatePart }): ReactElement {
  const t = useT();
  const { answer } = part;
  return (
    <Remark>
      {t('accomplices:formula', {
        version: answer.versione,
        minutes: answer.delta_minutes,
        from: formatDate(answer.periodo.dal),
        to: formatDate(answer.periodo.al),
        base: formatDate(answer.confronto.dal),
      })}
    </Remark>
  );
}
