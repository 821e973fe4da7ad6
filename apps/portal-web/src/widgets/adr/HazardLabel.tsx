import type { ReactElement } from 'react';
import { useId } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Adr.module.css';
import { HAZARD_CLASS_NAMES, parseHazardClass } from './format-hazard-class.ts';
import { getHazardFace } from './hazard-symbols.ts';
import { HazardBackground } from './HazardBackground.tsx';
import { HazardSymbol } from './HazardSymbol.tsx';

/**
 * Hazard diamond of one of the 13 classes: 15 px in a switch, 26 to 30 in filter and card, 40 in tables, 58 in the
 * detail. An unknown class is drawn as an empty hatched diamond. The colors are those of the road signs, the same in
 * both themes.
 */
export function HazardLabel(props: { code: string; size?: number; division?: '2.1' | '2.2' | '2.3' }): ReactElement {
  const { size = 26, division } = props;
  const t = useT();
  const clipId = useId();
  const code = parseHazardClass(props.code);
  const name =
    code === null ? t('widgets:adr.unknownLabel') : t('widgets:adr.label', { code, name: t(HAZARD_CLASS_NAMES[code]) });
  const face = code === null ? null : getHazardFace(code, division);
  const ink = (colour: 'black' | 'white'): string => (colour === 'white' ? '#fff' : '#000');
  return (
    <svg className={styles.diamond} width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={name}>
      <title>{name}</title>
      <clipPath id={clipId}>
        <path d="M50 1L99 50 50 99 1 50z" />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <HazardBackground ground={face?.ground ?? null} />
        {face !== null && <HazardSymbol symbol={face.symbol} ink={ink(face.symbolInk)} />}
      </g>
      <path d="M50 1.5L98.5 50 50 98.5 1.5 50z" className={styles.edge} />
      {face !== null && (
        <>
          <path d="M50 9L91 50 50 91 9 50z" className={styles.inner} stroke={ink(face.numberInk)} />
          <text
            x="50"
            y="80"
            className={styles.number}
            fill={ink(face.numberInk)}
            stroke={face.ground === 'redStripes' ? '#fff' : 'none'}
            fontSize={(code ?? '').length > 1 ? 18 : 22}
          >
            {code}
          </text>
        </>
      )}
    </svg>
  );
}
