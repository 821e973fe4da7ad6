import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useId, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './PlateBox.module.css';

const SYNTAX_SIGNS = [
  ['*', 'search:plate.helpStar'],
  [',', 'search:plate.helpComma'],
  ['{3}', 'search:plate.helpBraces'],
  ['=', 'search:plate.helpEquals'],
] as const;

/** Readings TA07: syntax of the plate box, opened on demand. */
export function PlateHelp(): ReactElement {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.help}>
      <button
        type="button"
        data-item
        className={styles.helpButton}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="question" size="sm" /> {t('search:plate.help')}
      </button>
      <div id={id} hidden={!isOpen}>
        <dl className={styles.signs}>
          {SYNTAX_SIGNS.map(([sign, text]) => (
            <div key={sign} className={styles.sign}>
              <dt>{sign}</dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.none}>{t('search:plate.helpTaxCode')}</p>
      </div>
    </div>
  );
}
