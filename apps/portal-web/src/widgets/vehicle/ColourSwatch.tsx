import type { Colour } from '@varco/domain/code-lists.ts';
import { COLOURS } from '@varco/domain/code-lists.ts';
import { cx } from '@varco/ui/cx.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Vehicle.module.css';

/** Parses a color sent by a plant; an unknown one is neutral. */
export function parseColour(code: string): Colour {
  return COLOURS.find((known) => known === code.toLowerCase()) ?? 'undefined';
}

/** One of the nine colors (T 2.6) as a small square, with its name beside it or as accessible name and tooltip. */
export function ColourSwatch(props: { code: string; isNamed?: boolean; size?: 'sm' | 'lg' }): ReactElement {
  const t = useT();
  const colour = parseColour(props.code);
  const name = t(`widgets:colour.${colour}`);
  const square = cx(styles.swatch, styles[colour], props.size === 'lg' && styles.large);
  if (props.isNamed === true) {
    return (
      <span className={styles.named}>
        <span className={square} aria-hidden="true" />
        {name}
      </span>
    );
  }
  return <span className={square} role="img" aria-label={name} title={name} />;
}
