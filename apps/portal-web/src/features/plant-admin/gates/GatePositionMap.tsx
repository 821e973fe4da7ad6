import type { Gate } from '@varco/contract/plant/gates.ts';
import { computeBounds, type Position, toPosition } from '@varco/domain/maps/geo.ts';
import { buildGateKey } from '@varco/domain/maps/track.ts';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { type ReactElement, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { type GateTexts, parsePosition } from '../../../widgets/gate-form/gate-form.ts';
import { BaseMapCanvas } from '../../../widgets/map/BaseMap.tsx';
import { buildGateOverlay, type PlantGate } from '../../../widgets/map/gate-overlay.ts';
import styles from './Gates.module.css';

/** Number of a gate that the plant has not made yet. */
const NEW_GATE_ID = 0;

/** The gates of the plant, and the one of the form where it says: a click sets it there, a drag moves it. */
export function GatePositionMap(props: {
  gates: readonly PlantGate[];
  edited: Gate | null;
  peerId: number;
  texts: GateTexts;
  onChange: (part: Pick<GateTexts, 'lat' | 'lon'>) => void;
}): ReactElement {
  const t = useT();
  const { gates, edited, peerId, texts, onChange } = props;
  const [map, setMap] = useState<MapHandle | null>(null);
  const id = edited?.id ?? NEW_GATE_ID;
  const at = parsePosition(texts);
  const [lat, lon] = typeof at === 'string' ? [null, null] : [at.lat, at.lon];
  const drawn = useMemo(
    () => [
      ...gates.filter(({ gate }) => gate.id !== id),
      ...(lat === null ? [] : [buildDraft({ id, peerId, name: texts.fullname, lat, lon, direction: texts.direction })]),
    ],
    [gates, id, peerId, lat, lon, texts.fullname, texts.direction],
  );
  const overlays = useMemo(() => [buildGateOverlay(drawn, { isDraggable: true, cluster: null })], [drawn]);
  const place = ([x, y]: Position): void => onChange({ lat: y.toFixed(6), lon: x.toFixed(6) });
  const fit = (): void => {
    const bounds = computeBounds(drawn.map(({ gate }) => toPosition(gate)).filter((one) => one !== null));
    if (bounds !== null) map?.fit(bounds);
  };
  const show = useEffectEvent(() => {
    if (lat === null || lon === null) fit();
    else map?.centreOn([lon, lat], 14);
  });
  useEffect(() => {
    if (map !== null) show();
  }, [map]);
  return (
    <div className={styles.map}>
      <BaseMapCanvas
        label={t('plantAdmin:gates.mapLabel')}
        overlays={overlays}
        images={GATE_IMAGES}
        onReady={setMap}
        onFit={fit}
        onPick={(pick, where) => {
          if (pick === null) place(where);
        }}
        onDrag={(pick, where) => {
          if (pick.key === buildGateKey(peerId, id)) place(where);
        }}
      />
    </div>
  );
}

/** The gate of the form as the map draws it. */
function buildDraft(draft: {
  readonly id: number;
  readonly peerId: number;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly direction: number;
}): PlantGate {
  const { id, peerId, name, lat, lon, direction } = draft;
  return {
    peerId,
    gate: {
      id,
      fullname: name,
      desc: '',
      ordine: 0,
      gps_lat: lat,
      gps_lon: lon,
      note: '',
      lane2: false,
      rca_status: '',
      updated: null,
      last_record_lpr: null,
      last_plate_date: null,
      direction,
      modello_cam: '',
      stato: 'online',
      url_video: null,
      sd_size: null,
      boundary: false,
      enabled_for_user: true,
    },
  };
}
