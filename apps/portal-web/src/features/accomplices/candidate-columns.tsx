import { formatDate, formatDecimal, formatInteger, formatPercent } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { VehicleClassIcon } from '../../widgets/vehicle/VehicleClassIcon.tsx';
import styles from './Accomplices.module.css';
import { type RankedCandidate, summarizeCandidate } from './candidate-summary.ts';
import { findPlantLabel, findVehicleClass, findNation } from './candidate-facts.ts';

interface ColumnNeeds {
  readonly t: Translate;
  readonly language: Language;
  readonly plants: readonly PlantSession[];
  /** Several plants were searched. */
  readonly showsPlants: boolean;
  readonly onOpen: (candidate: RankedCandidate) => void;
}

/** Columns of the ranked table. Rank, plate, times together, score and actions are always there; the others follow by priority. */
export function buildCandidateColumns(needs: ColumnNeeds): readonly Column<RankedCandidate>[] {
  const { t, language, plants, showsPlants, onOpen } = needs;
  const name = (id: 'rank' | 'plate' | 'vehicle' | 'joint' | 'gates' | 'span' | 'plants' | 'score' | 'actions') => ({
    id,
    header: t(`accomplices:columns.${id}`),
    name: t(`accomplices:columns.${id}`),
  });
  const number = (value: number): string => formatInteger(value, language);
  return [
    { ...name('rank'), align: 'end', cell: ({ rank }) => (rank === null ? '' : number(rank)) },
    { ...name('plate'), cell: (row) => <PlateBadge plate={row.plate} nation={findNation(row)} /> },
    {
      ...name('vehicle'),
      priority: 4,
      cell: (row) => <VehicleClassIcon code={findVehicleClass(row)} isNamed />,
    },
    { ...name('joint'), canWrap: true, cell: (row) => formatTogether(t, row) },
    {
      ...name('gates'),
      priority: 2,
      align: 'end',
      cell: (row) => number(summarizeCandidate(row).gates),
    },
    { ...name('span'), priority: 3, cell: (row) => formatSpan(row) },
    ...(showsPlants
      ? [
          {
            ...name('plants'),
            priority: 5,
            cell: (row: RankedCandidate) => row.parts.map(({ peerId }) => findPlantLabel(plants, peerId)).join(', '),
          },
        ]
      : []),
    { ...name('score'), canWrap: true, cell: (row) => <ScoreCell needs={{ t, language, onOpen }} candidate={row} /> },
    {
      ...name('actions'),
      header: '',
      pinned: 'end',
      width: 40,
      cell: ({ plate }, { tabIndex, openMenu }) => (
        <IconButton
          icon="dots"
          size="sm"
          tabIndex={tabIndex}
          name={t('accomplices:actions', { plate })}
          onClick={(event) => openMenu(event.currentTarget)}
        />
      ),
    },
  ];
}

/** Joint trips and their days, or the single passage. */
function formatTogether(t: Translate, candidate: RankedCandidate): string {
  if (candidate.isSingle) return t('accomplices:single');
  const { trips, days } = summarizeCandidate(candidate);
  return `${t('accomplices:tripCount', { count: trips })} ${t('accomplices:inDays', { count: days })}`;
}

/** First to last day on which the two were together. */
function formatSpan(candidate: RankedCandidate): string {
  const { first, last } = summarizeCandidate(candidate);
  if (first === null || last === null) return '';
  const [from, to] = [formatDate(first), formatDate(last)];
  return from === to ? from : `${from} – ${to}`;
}

/** ACC-12, ACC-13: score, percentage and points with the mark from 350 points; a press opens the explanation. */
function ScoreCell(props: {
  needs: Pick<ColumnNeeds, 't' | 'language' | 'onOpen'>;
  candidate: RankedCandidate;
}): ReactElement {
  const { needs, candidate } = props;
  const { t, language, onOpen } = needs;
  if (candidate.isSingle) return <span className={styles.quiet}>{t('accomplices:singleText')}</span>;
  return (
    <span className={styles.score}>
      <strong>{formatDecimal(candidate.score, 2, language)}</strong>
      <span className={styles.quiet}>{formatPercent(candidate.score, 2, language)}</span>
      <span>{t('accomplices:points', { count: candidate.absScore })}</span>
      {candidate.isHigh && (
        <StatusChip tone="al" icon="warning" variant="tint" size="sm" word={t('accomplices:high')} />
      )}
      <TextButton aria-label={t('accomplices:whyOf', { plate: candidate.plate })} onClick={() => onOpen(candidate)}>
        {t('accomplices:why')}
      </TextButton>
    </span>
  );
}
