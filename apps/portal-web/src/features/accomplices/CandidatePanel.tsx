import { Button } from '@mantine/core';
import { formatDateTime, formatDecimal, formatInteger, formatPercent } from '@varco/i18n/format.ts';
import { bringIntoSight } from '@varco/ui/bring-into-sight.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { openTransitDialog } from '../../lib/transit-dialog.store.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import styles from './Accomplices.module.css';
import { findGateName, findNation, findPlantLabel } from './candidate-facts.ts';
import { summarizeCandidate } from './candidate-summary.ts';
import { formatGap } from './format-gap.ts';
import { Explanation } from './lazy-components.tsx';
import type { MergedCandidate } from './merged-candidates.ts';

const COLLAPSED_ROWS = 4;

export interface CandidateProps {
  readonly target: string;
  readonly candidate: MergedCandidate;
  readonly plants: readonly PlantSession[];
  readonly gates: readonly PlantGate[];
}

/** ACC-11: one candidate beside the table: score, the passages made together, and the explanation of the score. */
export function CandidatePanel(props: CandidateProps & { onClose: () => void }): ReactElement {
  const t = useT();
  const { candidate, onClose } = props;
  const { plate, isSingle, parts } = candidate;
  const region = useRef<HTMLDivElement>(null);
  // On a narrow window the panel is below the list, out of sight.
  useEffect(() => {
    bringIntoSight(region.current);
  }, [plate]);
  return (
    <ScrollRegion ref={region} label={t('accomplices:detail', { plate })} isFilling isPadded>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <PlateBadge plate={plate} nation={findNation(candidate)} size="card" />
        </h2>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="route" size="xs" />}
          onClick={() => openWorkspaceTab({ kind: 'transit-map', peerId: parts[0]?.peerId ?? 0, plate })}
        >
          {t('accomplices:track', { plate })}
        </Button>
        <span className={styles.close}>
          <IconButton icon="close" size="sm" name={t('accomplices:closeDetail')} onClick={onClose} />
        </span>
      </header>
      <CandidateScore candidate={candidate} />
      <JointPassages key={plate} {...props} />
      {!isSingle && <Explanation {...props} />}
    </ScrollRegion>
  );
}

/** ACC-12, ACC-13: score with two decimals, percentage, and the high-probability mark. */
function CandidateScore({ candidate }: { candidate: MergedCandidate }): ReactElement {
  const t = useT();
  const language = useLanguage();
  if (candidate.isSingle)
    return <StatusChip tone="nt" variant="tint" word={`${t('accomplices:single')}, ${t('accomplices:singleText')}`} />;
  const { trips, days } = summarizeCandidate(candidate);
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
    .flatMap((part) => part.candidate.transits.map((passage) => ({ peerId: part.peerId, passage })))
    .toSorted((a, b) => (a.passage.date_base < b.passage.date_base ? 1 : -1));
  const shown = isAll ? rows : rows.slice(0, COLLAPSED_ROWS);
  const hasPlants = new Set(rows.map(({ peerId }) => peerId)).size > 1;
  const columns = [
    { key: 'gate', title: t('accomplices:gate') },
    { key: 'first', title: <PlateTitle title={t('accomplices:first')} plate={target} /> },
    { key: 'second', title: <PlateTitle title={t('accomplices:second')} plate={candidate.plate} /> },
    { key: 'difference', title: t('accomplices:difference') },
  ];
  return (
    <>
      <SimpleTable label={t('accomplices:passagesTable')} columns={columns} density="dense" isFramed>
        {shown.map(({ peerId, passage }) => (
          <TableRow key={`${peerId} ${passage.id_base} ${passage.id_partner}`}>
            <td>
              {findGateName(gates, peerId, passage.gate_id)}
              {hasPlants && <div className={styles.quiet}>{findPlantLabel(plants, peerId)}</div>}
            </td>
            <td className={styles.time}>
              <TransitButton peerId={peerId} plate={target} at={passage.date_base} id={passage.id_base} />
            </td>
            <td className={styles.time}>
              <TransitButton
                peerId={peerId}
                plate={candidate.plate}
                at={passage.date_partner}
                id={passage.id_partner}
              />
            </td>
            <td>{formatGap(t, passage.time_diff)}</td>
          </TableRow>
        ))}
      </SimpleTable>
      {rows.length > COLLAPSED_ROWS && (
        <TextButton onClick={() => setAll(!isAll)}>
          {isAll
            ? t('accomplices:showLess')
            : t('accomplices:showAll', { count: formatInteger(rows.length, language) })}
        </TextButton>
      )}
    </>
  );
}

function PlateTitle({ title, plate }: { title: string; plate: string }): ReactElement {
  return (
    <>
      {title} <span className={styles.mono}>{plate}</span>
    </>
  );
}

/** ACC-14: a passage; a press opens its transit. */
function TransitButton(props: { peerId: number; plate: string; at: string; id: string }): ReactElement {
  const t = useT();
  const { peerId, plate, at, id } = props;
  const time = formatDateTime(at);
  return (
    <TextButton
      aria-label={t('accomplices:openTransit', { plate, time })}
      onClick={() => openTransitDialog({ peerId, transitId: id })}
    >
      {time}
    </TextButton>
  );
}
