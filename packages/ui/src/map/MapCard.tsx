import type { Map as LibraryMap } from 'maplibre-gl';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { LonLat } from './map-pointer-events.ts';
import styles from './MapCanvas.module.css';

const OFFSET_PX = 22;
const MARGIN_PX = 8;

/** Card beside a position; it moves with the map and stays inside its frame. */
export function MapCard(props: { map: LibraryMap; at: LonLat; children: ReactNode }): ReactElement {
  const { map } = props;
  const [lon, lat] = props.at;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = (): void => {
      const element = card.current;
      if (element === null) return;
      const { x, y } = map.project([lon, lat]);
      const { clientWidth: width, clientHeight: height } = map.getContainer();
      const right = x + OFFSET_PX + element.offsetWidth <= width - MARGIN_PX;
      const left = right ? x + OFFSET_PX : x - OFFSET_PX - element.offsetWidth;
      const inside = (value: number, most: number): number => Math.max(MARGIN_PX, Math.min(value, most - MARGIN_PX));
      const leftPx = inside(left, width - element.offsetWidth);
      const topPx = inside(y - element.offsetHeight / 2, height - element.offsetHeight);
      element.style.transform = `translate(${Math.round(leftPx)}px, ${Math.round(topPx)}px)`;
    };
    place();
    map.on('move', place);
    map.on('resize', place);
    const observer = new ResizeObserver(place);
    if (card.current !== null) observer.observe(card.current);
    return () => {
      map.off('move', place);
      map.off('resize', place);
      observer.disconnect();
    };
  }, [map, lon, lat]);
  return (
    <div ref={card} className={styles.card}>
      {props.children}
    </div>
  );
}
