import { Modal } from '@mantine/core';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { IconButton } from './IconButton.tsx';
import type { ZoomView } from './zoom-view.ts';
import { FIT_VIEW, panBy, zoomAt } from './zoom-view.ts';
import { ZoomPane } from './ZoomPane.tsx';
import styles from './ZoomDialog.module.css';

const STEP_PX = 60;
const STEP_ZOOM = 1.4;

function applyZoomKey(view: ZoomView, key: string, window: { width: number; height: number }): ZoomView | null {
  switch (key) {
    case '+':
      return zoomAt(view, STEP_ZOOM);
    case '-':
      return zoomAt(view, 1 / STEP_ZOOM);
    case '0':
      return FIT_VIEW;
    case 'ArrowLeft':
      return panBy(view, STEP_PX, 0, window);
    case 'ArrowRight':
      return panBy(view, -STEP_PX, 0, window);
    case 'ArrowUp':
      return panBy(view, 0, STEP_PX, window);
    case 'ArrowDown':
      return panBy(view, 0, -STEP_PX, window);
    default:
      return null;
  }
}

/** Full-screen picture that can be dragged, and zoomed by wheel, two fingers, keys (+ - 0, arrows) and buttons. */
export function ZoomDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  /** Name of the dialog and content of its header (plate, date and time, gate). */
  title: ReactNode;
  src: string | null;
  alt: string;
  missingText: string;
  labels: { readonly zoomIn: string; readonly zoomOut: string; readonly fit: string; readonly close: string };
}): ReactElement {
  const { isOpen, onClose, title, src, alt, missingText, labels } = props;
  const [view, setView] = useState(FIT_VIEW);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = applyZoomKey(view, event.key, { width: innerWidth, height: innerHeight });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setView(next);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={() => setView(FIT_VIEW)}
      fullScreen
      radius={0}
      title={title}
      onKeyDown={onKeyDown}
      closeButtonProps={{ 'aria-label': labels.close }}
      classNames={{ body: styles.body, content: styles.content, header: styles.header }}
    >
      <ZoomPane src={src} alt={alt} missingText={missingText} view={view} onView={setView} />
      <div className={styles.tools}>
        <IconButton icon="plus" name={labels.zoomIn} keys={['+']} onClick={() => setView(zoomAt(view, STEP_ZOOM))} />
        <IconButton
          icon="minus"
          name={labels.zoomOut}
          keys={['-']}
          onClick={() => setView(zoomAt(view, 1 / STEP_ZOOM))}
        />
        <IconButton icon="fullscreen" name={labels.fit} keys={['0']} onClick={() => setView(FIT_VIEW)} />
      </div>
    </Modal>
  );
}
