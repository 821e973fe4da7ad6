import type { ReactElement } from 'react';
import styles from './QrCode.module.css';
import { qrMatrix } from './qr-matrix.ts';

/** Light border required by readers, in modules. */
const QUIET = 4;

/** QR code, dark on light in both themes, because phones do not read inverted codes. `label` describes its purpose. */
export function QrCode(props: { text: string; label: string }): ReactElement {
  const rows = qrMatrix(props.text);
  const side = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={props.label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
