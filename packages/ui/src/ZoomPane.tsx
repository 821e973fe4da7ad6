import type { CSSProperties, ReactElement } from 'react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { LazyImage } from './LazyImage.tsx';
import type { ZoomView } from './zoom-view.ts';
import { usePanePointers } from './use-pane-pointers.ts';
import { zoomAt } from './zoom-view.ts';
import styles from './ZoomDialog.module.css';

/** Viewport of a zoomable picture. Controlled: the caller holds the view. */
export function ZoomPane(props: {
  src: string | null;
  alt: string;
  missingText: string;
  view: ZoomView;
  onView: (change: (view: ZoomView) => ZoomView) => void;
}): ReactElement {
  const { src, alt, missingText, view, onView } = props;
  const pane = useRef<HTMLDivElement>(null);
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const box = pane.current?.getBoundingClientRect();
    if (box === undefined) return;
    const point = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    onView((before) => zoomAt(before, event.deltaY < 0 ? 1.2 : 1 / 1.2, point));
  });
  useEffect(() => {
    const element = pane.current;
    const listen = (event: WheelEvent): void => onWheel(event);
    // React registers wheel listeners as passive, and a passive listener cannot prevent the page from scrolling.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);
  const pointers = usePanePointers(onView);
  const style: CSSProperties = { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` };
  return (
    <div
      ref={pane}
      className={styles.pane}
      data-zoomed={view.scale > 1}
      {...pointers}
      onPointerCancel={pointers.onPointerUp}
    >
      <div className={styles.moved} style={style}>
        <LazyImage src={src} alt={alt} missingText={missingText} fit="contain" height="100%" className={styles.image} />
      </div>
    </div>
  );
}
