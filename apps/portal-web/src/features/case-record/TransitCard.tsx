import { useNavigate } from '@tanstack/react-router';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePicture } from '../../lib/pictures/use-picture.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { Moment } from '../../widgets/moment/Moment.tsx';
import styles from './CaseRecord.module.css';
import type { PlacedTransit } from './located-transits.api.ts';

/** Pixels. */
const PICTURE_HEIGHT = 72;

/** One transit of the record: its small picture, plate, time and gate, and the way to its detail. */
export function TransitCard(props: { transit: PlacedTransit; gateName: string }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { transit, gateName } = props;
  const { plant, id, plate } = transit;
  const picture = usePicture(plant.peerId, id, 't100', true);
  const open = (): void => {
    openWorkspaceTab({ kind: 'transit-detail', peerId: plant.peerId, transitId: id, plate });
    void navigate({ to: '/lpr' });
  };
  return (
    <li className={styles.transit}>
      <LazyImage
        src={picture.src}
        alt={plate}
        missingText={t('caseRecord:noPicture')}
        height={PICTURE_HEIGHT}
        isSmall
      />
      <div className={styles.facts}>
        <TextButton onClick={open} aria-label={t('caseRecord:openTransit', { plate })}>
          {plate === '' ? id : plate}
        </TextButton>
        <Moment at={transit.passedAt} />
        <span>
          {getPlantLabel(plant)} · {gateName}
        </span>
        {transit.hasNote && <StatusChip tone="in" size="sm" variant="tint" word={t('caseRecord:noted')} />}
      </div>
    </li>
  );
}
