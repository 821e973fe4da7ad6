import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useNationName } from '../nation-name.ts';
import type { PlateFace } from './plate-face.ts';
import { removePlateGaps, getPlateFace, spellPlate } from './plate-face.ts';
import styles from './PlateBadge.module.css';
import { StarRing } from './StarRing.tsx';

/** Height: 20 px in tables, 26 in cards and headers, 40 in the detail, 64 on a sheet. */
export type PlateSize = 'table' | 'card' | 'detail' | 'sheet';

type PlateProps = {
  plate: string;
  /** International registration code of the nation; null when the OCR engine did not report it. */
  nation: string | null;
  size?: PlateSize;
  /** Italian province on the right band; shown from 40 px on. */
  province?: string | null;
  /** Rear plates are yellow in the United Kingdom. */
  isRear?: boolean;
};

function useSpokenPlate(face: PlateFace, plate: string): string {
  const t = useT();
  const nation = useNationName(face.code);
  const values = { plate: removePlateGaps(plate) };
  switch (face.reading) {
    case 'unread':
      return t('widgets:plate.unread');
    case 'redacted':
      return t('widgets:plate.redacted');
    case 'uncertain':
      return t('widgets:plate.uncertain', values);
    case 'unknownNation':
      return t('widgets:plate.unknownNation', values);
    case 'certain':
      return t('widgets:plate.label', { ...values, nation });
  }
}

function LeftBand(props: { face: PlateFace; isBig: boolean }): ReactElement | null {
  const { face, isBig } = props;
  if (face.left === 'none') return null;
  if (face.left === 'shield') {
    return (
      <span className={cx(styles.band, styles.shield)} aria-hidden="true">
        <svg viewBox="0 0 10 12">
          <path className={styles.shieldGround} d="M0 0h10v7q0 3-5 5Q0 10 0 7z" />
          <path className={styles.shieldCross} d="M4 2h2v2h2v2H6v2H4V6H2V4h2z" />
        </svg>
      </span>
    );
  }
  const width = face.code.length > 2 ? styles.band3 : face.code.length > 1 ? styles.band2 : undefined;
  return (
    <span className={cx(styles.band, width)} aria-hidden="true">
      {isBig && <StarRing />}
      {face.code}
    </span>
  );
}

/**
 * A plate drawn like a real one (design 6), used wherever a plate is shown. It is an image with an accessible name. Its
 * characters can be selected, and the copied text is the plate without gaps and without the letters on the bands.
 */
export function PlateBadge(props: PlateProps): ReactElement {
  const { plate, nation, size = 'table', province = null, isRear = false } = props;
  const face = getPlateFace(plate, nation, isRear);
  const spoken = useSpokenPlate(face, plate);
  const isBig = size === 'detail' || size === 'sheet';
  if (face.reading === 'unread') return <span className={cx(styles.unread, styles[size])}>{spoken}</span>;
  return (
    <span
      className={cx(styles.plate, styles[size], styles[face.ground], styles[face.ink])}
      role="img"
      aria-label={spoken}
      aria-description={face.reading === 'redacted' ? undefined : spellPlate(plate)}
    >
      <LeftBand face={face} isBig={isBig} />
      <span className={styles.text}>
        {face.groups.map((group, index) => (
          // The gap is a margin, not a space, so that a selection copies GK508RB.
          <span key={`${index}-${group}`} className={styles.group}>
            {group}
          </span>
        ))}
      </span>
      {face.right !== 'none' && (
        <span className={cx(styles.band, styles.right, face.right === 'blueRing' && styles.ring)} aria-hidden="true">
          {face.right === 'blueRing' && isBig ? (province ?? '') : ''}
        </span>
      )}
    </span>
  );
}
