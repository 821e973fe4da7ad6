import { Button } from '@mantine/core';
import type { Suspect } from '@varco/contract/plant/suspects.ts';
import { formatSuspectCode } from '@varco/domain/analysis/suspect-score.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { NumberCell } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { openTransitDialog } from '../../lib/transit-dialog.store.ts';
import { AlertValue } from '../../widgets/alert/AlertValue.tsx';
import { useNationName } from '../../widgets/nation-name.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { VehicleClassIcon } from '../../widgets/vehicle/VehicleClassIcon.tsx';
import { openTransitList } from './open-transit-list.ts';
import { computeScoreStyle } from './score-style.ts';
import type { SuspectResult } from './suspect-controller.ts';
import { RowActions } from './SuspectActions.tsx';
import styles from './Suspects.module.css';

export interface CellsProps {
  readonly suspect: Suspect;
  readonly found: SuspectResult;
  readonly onOver: (kind: 'why' | 'context') => void;
}

/** On a phone: plate, score with its signals, and the actions; the rest is in the explanation and in the detail. */
export function PhoneCells({ suspect, found, onOver }: CellsProps): ReactElement {
  const { transit } = suspect;
  return (
    <>
      <td>
        <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} />
      </td>
      <td>
        <ScoreBar suspect={suspect} onWhy={() => onOver('why')} />
        <AlertSignals suspect={suspect} />
      </td>
      <td>
        <RowActions suspect={suspect} found={found} onContext={() => onOver('context')} />
      </td>
    </>
  );
}

/** SUS-04: all columns of a suspect. */
export function WideCells({ suspect, found, onOver }: CellsProps): ReactElement {
  const t = useT();
  const { transit } = suspect;
  const plate = transit.targa;
  const nation = useNationName(transit.nazione);
  return (
    <>
      <td>
        <AlertSignals suspect={suspect} />
      </td>
      <td>
        <ScoreBar suspect={suspect} onWhy={() => onOver('why')} />
      </td>
      <td>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('suspects:openDetail', { plate })}
          onClick={() => openTransitDialog({ peerId: found.peerId, transitId: transit.id })}
        >
          {t('suspects:column.detail')}
        </Button>
      </td>
      <td>
        <PlateBadge plate={plate} nation={transit.nazione === '' ? null : transit.nazione} />
      </td>
      <NumberCell>
        <TransitListButton suspect={suspect} found={found} />
      </NumberCell>
      <td>
        <VehicleClassIcon code={transit.class} isNamed />
      </td>
      <td>{nation}</td>
      <td className={styles.code}>{formatSuspectCode(suspect.code)}</td>
      <td>
        <RegistryInfo suspect={suspect} />
      </td>
      <td>
        <RowActions suspect={suspect} found={found} onContext={() => onOver('context')} />
      </td>
    </>
  );
}

function TransitListButton({ suspect, found }: { suspect: Suspect; found: SuspectResult }): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <TextButton
      icon="list"
      aria-label={t('suspects:openList', { count: suspect.plate_count, plate: suspect.transit.targa })}
      onClick={() => openTransitList(suspect, found)}
    >
      {formatInteger(suspect.plate_count, language)}
    </TextButton>
  );
}

/** Alert icons: registry and list alerts of the vehicle, independent of its movements. */
function AlertSignals({ suspect }: { suspect: Suspect }): ReactElement {
  const t = useT();
  const { transit } = suspect;
  const isListed = transit.allarme !== 'no' && transit.allarme !== '--';
  const hasNone =
    !isListed && !suspect.not_insured && !suspect.not_inspected && !suspect.non_national && transit.rubata !== 'si';
  if (hasNone) return <span className={styles.quiet}>{t('suspects:noAlerts')}</span>;
  return (
    <span className={styles.signals}>
      {isListed && <AlertValue field="allarme" value={transit.allarme} />}
      {transit.rubata === 'si' && <AlertValue field="rubata" value="si" />}
      {suspect.not_insured && <AlertValue field="assicurata" value="no" isNamed />}
      {suspect.not_inspected && <AlertValue field="revisionata" value="no" isNamed />}
      {suspect.non_national && <StatusChip tone="in" icon="map" variant="tint" word={t('suspects:foreign')} />}
    </span>
  );
}

/**
 * SUS-09: bar of full width; its opacity is at least 0.2, and its text dark above 0.75. A click opens the explanation.
 */
function ScoreBar({ suspect, onWhy }: { suspect: Suspect; onWhy: () => void }): ReactElement {
  const t = useT();
  const look = computeScoreStyle(suspect.score_normalized);
  return (
    <button
      type="button"
      className={styles.scoreBar}
      aria-label={t('suspects:scoreName', { score: suspect.score, plate: suspect.transit.targa })}
      onClick={onWhy}
    >
      <span className={styles.fill} style={{ opacity: look.opacity }} aria-hidden="true" />
      <span className={cx(styles.scoreText, look.isDark && styles.dark)}>{suspect.score}</span>{' '}
      <span className={cx(styles.whyWord, look.isDark && styles.dark)}>{t('suspects:why')}</span>
    </button>
  );
}

function RegistryInfo({ suspect }: { suspect: Suspect }): ReactElement {
  const t = useT();
  const words = [
    t(suspect.local_zone ? 'suspects:local' : 'suspects:elsewhere'),
    ...(suspect.visura_ok ? [] : [t('suspects:unchecked')]),
  ];
  return <span className={styles.quiet}>{words.join(', ')}</span>;
}
