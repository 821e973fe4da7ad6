import { Button } from '@mantine/core';
import { formatDecimal, formatDateTime, formatInteger, formatPercent } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useId, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { openTransitDialog } from '../../lib/transit-dialog.store.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import styles from './Accomplices.module.css';
import { Explanation } from './lazy-components.tsx';
import { formatGap } from './format-gap.ts';
import type { CandidatePart, MergedCandidate } from './merged-candidates.ts';

const COLLAPSED_ROWS = 4;

export interface CandidateProps {
  readonly target: string;
  readonly candidate: MergedCandidate;
  readonly plants: readonly PlantSession[];
  readonly gates: readonly PlantGate[];
}

/** ACC-11: card of one candidate: both plates, score, percentage, and the passages made together. */
export function CandidateCard(props: CandidateProps): ReactElement {
  const t = useT();
  const { target, candidate } = props;
  const { plate, isHigh, isSingle } = candidate;
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const peerId = candidate.parts[0]?.peerId ?? 0;
  return (
    <article className={cx(styles.card, isHigh && styles.high)} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.plates}>
          <PlateBadge plate={target} nation={null} size="card" />
          <Icon name="pair" />
          <PlateBadge plate={plate} nation={candidate.parts[0]?.candidate.nazione || null} size="card" />
        </h2>
        <CandidateScore candidate={candidate} />
        <span className={styles.grow} />
        {!isSingle && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={t('accomplices:whyOf', { plate })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'accomplices:hide' : 'accomplices:why')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="route" size="xs" />}
          onClick={() => openWorkspaceTab({ kind: 'transit-map', peerId, plate })}
        >
          {t('accomplices:track', { plate })}
        </Button>
      </header>
      <JointPassages {...props} />
      {isOpen && <Explanation {...props} />}
    </article>
  );
}

/** ACC-12, ACC-13: score with two decimals, percentage, and the high-probability mark. */
function CandidateScore({ candidate }: { candidate: MergedCandidate }): ReactElement {
  const t = useT();
  const language = useLanguage();
  if (candidate.isSingle)
    return <StatusChip tone="nt" variant="tint" word={`${t('accomplices:single')}, ${t('accomplices:singleText')}`} />;
  const trips = candidate.parts.reduce((sum, part) => sum + part.candidate.viaggi.length, 0);
  const days = candidate.parts.reduce((sum, part) => sum + part.candidate.giorni, 0);
  return (
    <p className={styles.score}>
      <strong>{t('accomplices:score', { score: formatDecimal(candidate.score, 2, language) })}</strong>
      <span>{formatPercent(candidate.score, 2, language)}</span>
      <span>{t('accomplices:points', { count: candidate.absScore })}</span>
      <span>
        {t('accomplices:joint', { count: trips })} {t('accomplices:inDays', { count: days })}
      </span>
      {candidate.isHigh && <StatusChip tone="al" icon="warning" variant="solid" word={t('accomplices:high')} />}
    </p>
  );
}

/** Table of the passages made together: gate, both transits, and the time between the two vehicles. */
function JointPassages({ target, candidate, plants, gates }: CandidateProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [isAll, setAll] = useState(false);
  const rows = candidate.parts
    .flatMap((part) => part.candidate.transits.map((passage) => ({ ...part, passage })))
    .toSorted((a, b) => (a.passage.date_base < b.passage.date_base ? 1 : -1));
  const shown = isAll ? rows : rows.slice(0, COLLAPSED_ROWS);
  const hasPlants = new Set(rows.map(({ peerId }) => peerId)).size > 1;
  const open = (part: CandidatePart, transitId: string) => () => openTransitDialog({ peerId: part.peerId, transitId });
  const cell = (part: CandidatePart, plate: string, at: string, id: string): ReactElement => (
    <button
      type="button"
      className={styles.transit}
      aria-label={t('accomplices:openTransit', { plate, time: formatDateTime(at) })}
      onClick={open(part, id)}
    >
      <span className={styles.mono}>{plate}</span> {formatDateTime(at)}
    </button>
  );
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            {hasPlants && <th scope="col">{t('accomplices:plantColumn')}</th>}
            <th scope="col">{t('accomplices:gate')}</th>
            <th scope="col">{t('accomplices:first')}</th>
            <th scope="col">{t('accomplices:second')}</th>
            <th scope="col">{t('accomplices:difference')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ passage, ...part }) => (
            <tr key={`${part.peerId} ${passage.id_base} ${passage.id_partner}`}>
              {hasPlants && <td>{findPlantLabel(plants, part.peerId)}</td>}
              <td>{findGateName(gates, part.peerId, passage.gate_id)}</td>
              <td>{cell(part, target, passage.date_base, passage.id_base)}</td>
              <td>{cell(part, candidate.plate, passage.date_partner, passage.id_partner)}</td>
              <td>{formatGap(t, passage.time_diff)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > COLLAPSED_ROWS && (
        <button type="button" className={styles.more} onClick={() => setAll(!isAll)}>
          {isAll
            ? t('accomplices:showLess')
            : t('accomplices:showAll', { count: formatInteger(rows.length, language) })}
        </button>
      )}
    </div>
  );
}

const findPlantLabel = (plants: readonly PlantSession[], peerId: number): string => {
  const plant = plants.find((one) => one.peerId === peerId);
  return plant === undefined ? '' : getPlantLabel(plant);
};

/** Name of a gate; its number while the gate list of the plant is not loaded. */
const findGateName = (gates: readonly PlantGate[], peerId: number, gateId: number): string =>
  gates.find((one) => one.peerId === peerId && one.gate.id === gateId)?.gate.fullname ?? String(gateId);
