import type { ReactElement } from 'react';
import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Light border required by readers, in modules. */
const QUIET_ZONE = 4;

/** QR code, dark on light in both themes, because phones do not read inverted codes. `label` describes its purpose. */
export function QrCode(props: { text: string; label: string }): ReactElement {
  const { data: rows, size: side } = encode(props.text, { ecc: 'M', border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
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
