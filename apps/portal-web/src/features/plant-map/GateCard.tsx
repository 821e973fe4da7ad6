import { Button } from '@mantine/core';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePicture } from '../../lib/pictures/use-picture.ts';
import { openPlateDialog } from '../../lib/plate-dialog.store.ts';
import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { shiftMs } from '../../lib/rome-days.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { GateStateMark } from '../../widgets/map/GateLegend.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { formatAirQuality } from './air-quality.ts';
import { directionKey } from '../../widgets/gate-form/gate-direction.ts';
import styles from './PlantMap.module.css';
import { useLatestTransit } from './plant-map.api.ts';

/** Card of a gate on the map: state, direction, last plate, camera, and its latest picture on request. */
export function GateCard(props: { of: PlantGate }): ReactElement {
  const t = useT();
  const { peerId, gate } = props.of;
  const plant = usePlant(peerId);
  const [wantsPicture, setWants] = useState(false);
  return (
    <article className={styles.card} aria-label={gate.fullname}>
      {wantsPicture && <LatestPicture peerId={peerId} gateId={gate.id} />}
      <div className={styles.facts}>
        <b>{gate.fullname}</b>
        <span className={styles.quiet}>{plant === null ? '' : getPlantLabel(plant)}</span>
        <GateStateMark state={gate.stato} />
        <span>
          {t('maps:plants.lastPlate')}:{' '}
          {gate.last_plate_date === null ? t('maps:plants.never') : formatDateTime(gate.last_plate_date)}
        </span>
        <span>
          {t('maps:plants.direction')}: {t(directionKey(gate.direction))}
        </span>
        <span>
          {t('maps:plants.camera')}: {gate.modello_cam === '' ? '–' : gate.modello_cam}
        </span>
        {gate.pollution != null && <span>{formatAirQuality(t, gate.pollution)}</span>}
        {!wantsPicture && gate.last_plate_date !== null && gate.enabled_for_user && (
          <Button size="compact-xs" variant="default" onClick={() => setWants(true)}>
            {t('maps:plants.showPicture')}
          </Button>
        )}
      </div>
    </article>
  );
}

function LatestPicture(props: { peerId: number; gateId: number }): ReactElement {
  const t = useT();
  const { peerId, gateId } = props;
  const { transit, isLoading, hasFailed } = useLatestTransit(peerId, gateId, true);
  const picture = usePicture(peerId, transit?.id ?? '', 't400', transit?.has_image === true);
  return (
    <>
      <LazyImage
        src={picture.src}
        alt={t('transits:picture.thumbnail', { plate: transit?.targa ?? '' })}
        missingText={t(
          hasFailed
            ? 'maps:plants.pictureFailed'
            : isLoading || picture.isLoading
              ? 'common:loading'
              : 'transits:picture.none',
        )}
        fallbackIcon="image"
        height={130}
      />
      {transit !== null && (
        <div className={styles.latest}>
          <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} />
          {formatDateTime(transit.data)}
          {isValidPlate(transit.targa) && (
            <span className={styles.latestActions}>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => openPlateDialog(buildSearchAround(transit, 'map'))}
              >
                {t('maps:plants.plateMap')}
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => openPlateDialog(buildSearchAround(transit, 'list'))}
              >
                {t('maps:plants.plateList')}
              </Button>
            </span>
          )}
        </div>
      )}
    </>
  );
}

const DAY_MS = 86_400_000;

/** Search for passages of the plate, one day before and after. */
const buildSearchAround = ({ targa, data }: Transit, mode: 'map' | 'list') => ({
  plate: targa,
  mode,
  start: shiftMs(data, -DAY_MS),
  end: shiftMs(data, DAY_MS),
});
