import type { Transit } from '@varco/contract/plant/transit.ts';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePicture } from '../../lib/pictures/use-picture.ts';
import styles from './Suspects.module.css';

/** T 9: delay before the picture is hidden after the mouse has left the row. */
export const HIDE_DELAY_MS = 300;

interface HoveredRow {
  readonly transit: Transit;
  readonly top: number;
}

/** The row under the mouse, and for 300 ms after leaving it. Ignores touch, which has no leave event. */
export function useHoveredRow() {
  const [hovered, setHovered] = useState<HoveredRow | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    hovered,
    enter: (transit: Transit, row: HTMLElement): void => {
      clearTimeout(timer.current);
      if (!matchMedia('(hover: hover)').matches) return;
      setHovered({ transit, top: row.getBoundingClientRect().bottom });
    },
    leave: (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setHovered(null), HIDE_DELAY_MS);
    },
  };
}

/** SUS-08: picture of the row under the mouse. */
export function HoverPreview(props: { hover: ReturnType<typeof useHoveredRow>; peerId: number }): ReactElement | null {
  const { hovered } = props.hover;
  if (hovered === null || !hovered.transit.has_image) return null;
  return <PreviewPicture key={hovered.transit.id} {...hovered} peerId={props.peerId} />;
}

const PREVIEW_HEIGHT = 240;

function PreviewPicture({ transit, top, peerId }: HoveredRow & { peerId: number }): ReactElement | null {
  const t = useT();
  const { src } = usePicture(peerId, transit.id, 't400', true);
  if (src === null) return null;
  const isBelow = top + PREVIEW_HEIGHT < innerHeight;
  return (
    <img
      className={styles.preview}
      style={isBelow ? { top: top + 4 } : { bottom: innerHeight - top + 44 }}
      src={src}
      alt={t('suspects:preview', { plate: transit.targa })}
    />
  );
}
