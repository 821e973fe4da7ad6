import { useComputedColorScheme } from '@mantine/core';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { MapBase } from './base-style.ts';
import { createMapHandle, type MapHandle } from './map-handle.ts';
import { MapCard } from './MapCard.tsx';
import styles from './MapCanvas.module.css';
import type { LonLat, MapPick } from './map-pointer-events.ts';
import type { MapImage, MapOverlay } from './overlay.ts';
import { type MapOptions, useMap } from './use-map.ts';

const noop = (): void => undefined;
const DEFAULT_CENTRE: LonLat = [12.25, 44.14];

export interface MapCanvasProps {
  /** Description for screen readers. */
  readonly label: string;
  readonly base: MapBase;
  /** Attribution of the base map, shown on the map. */
  readonly credit: string;
  readonly overlays: readonly MapOverlay[];
  readonly images?: readonly MapImage[];
  readonly zoom: MapOptions['zoom'];
  readonly resizeMs: number;
  readonly centre?: LonLat;
  /**
   * Fade time of symbols, and the interval at which they are placed while the map moves. Use it for maps with thousands
   * of symbols. 0 (default): placed in every frame, required where symbols are dragged.
   */
  readonly fadeMs?: number;
  /** A card attached to a position. */
  readonly card?: { readonly at: LonLat; readonly content: ReactNode } | null;
  /** Text shown where the browser cannot render maps. */
  readonly failedText: string;
  readonly onReady?: (handle: MapHandle) => void;
  /** A feature was clicked, or the background (null). */
  readonly onPick?: (pick: MapPick | null, at: LonLat) => void;
  readonly onHover?: (pick: MapPick | null) => void;
  readonly onDrag?: (pick: MapPick, at: LonLat, isEnd: boolean) => void;
  /** Floating panels over the map. */
  readonly children?: ReactNode;
}

/** Map controlled by its props: base map, theme, overlays. Its content must also be available in a table beside it. */
export function MapCanvas(props: MapCanvasProps): ReactElement {
  const { label, base, overlays, images = [], card = null, onPick = noop, onHover = noop } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { map, state } = useMap(frame, {
    label,
    base,
    overlays,
    images,
    scheme,
    zoom: props.zoom,
    resizeMs: props.resizeMs,
    centre: props.centre ?? DEFAULT_CENTRE,
    fadeMs: props.fadeMs ?? 0,
    onPick,
    onHover,
    onDrag: props.onDrag ?? noop,
  });
  const tellReady = useEffectEvent((handle: MapHandle) => props.onReady?.(handle));
  useEffect(() => {
    if (map !== null) tellReady(createMapHandle(map));
  }, [map]);
  return (
    <div className={styles.frame} data-map-state={state}>
      {state === 'failed' ? (
        <p className={styles.failed} role="alert">
          {props.failedText}
        </p>
      ) : (
        <div className={styles.place}>
          <div ref={frame} className={styles.map} />
        </div>
      )}
      {map !== null && card !== null && (
        <MapCard map={map} at={card.at}>
          {card.content}
        </MapCard>
      )}
      {props.children}
      <p className={styles.credit}>{props.credit}</p>
    </div>
  );
}
