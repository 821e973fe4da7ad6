import { computeBounds } from '@varco/domain/maps/geo.ts';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { buildGateOverlay, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import styles from './Accomplices.module.css';
import { buildJointOverlay, buildJointTracks } from './joint-overlays.ts';
import type { MergedCandidate } from './merged-candidates.ts';

/** Map of both tracks on the trips made together. The table of passages shows the same data for screen readers. */
export function JointMap(props: {
  target: string;
  candidate: MergedCandidate;
  gates: readonly PlantGate[];
}): ReactElement {
  const t = useT();
  const { target, candidate, gates } = props;
  const tracks = useMemo(() => buildJointTracks(candidate, gates), [candidate, gates]);
  const overlays = useMemo(
    () => [buildGateOverlay(gates, { isPickable: false, cluster: null }), buildJointOverlay(tracks)],
    [gates, tracks],
  );
  const bounds = computeBounds(tracks.flatMap((track) => [...track.target, ...track.partner]));
  if (bounds === null) return <Remark>{t('accomplices:noMap')}</Remark>;
  const fit = (map: MapHandle): void => map.fit(bounds);
  return (
    <figure className={styles.map}>
      <div className={styles.mapBox}>
        <BaseMapCanvas
          label={t('accomplices:map')}
          overlays={overlays}
          images={GATE_IMAGES}
          onReady={fit}
          onFit={fit}
        />
      </div>
      <figcaption>{t('accomplices:mapLegend', { plate: target, partner: candidate.plate })}</figcaption>
    </figure>
  );
}
