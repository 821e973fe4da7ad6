import type { ReactElement } from 'react';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useNationName } from '../nation-name.ts';
import styles from './Vehicle.module.css';

const CODE = /^[A-Z]{1,3}$/;

/**
 * Flag of the plate's nation with province and city (T 2.6), a static picture (T 7.6). Without a picture the background
 * is hatched and the name still tells the nation. An unknown nation gets no flag: none is guessed.
 */
export function NationFlag(props: {
  nation: string | null;
  province?: string | null;
  city?: string | null;
  isNamed?: boolean;
}): ReactElement {
  const { nation, province, city, isNamed = false } = props;
  const t = useT();
  const [hasFailed, setFailed] = useState(false);
  const code = nation !== null && CODE.test(nation) ? nation : null;
  const known = useNationName(code ?? '');
  const name = code === null ? t('widgets:nation.unknown') : known;
  const place = [isNamed ? name : '', city ?? '', province ?? ''].filter((part) => part !== '').join(', ');
  return (
    <span className={styles.named} title={name}>
      {code === null || hasFailed ? (
        <span className={styles.noFlag} role="img" aria-label={t('widgets:nation.flag', { nation: name })} />
      ) : (
        <img
          className={styles.flag}
          src={`/images/flags/flag_${code}.png`}
          alt={t('widgets:nation.flag', { nation: name })}
          loading="lazy"
          onError={() => setFailed(true)}
        />
      )}
      {place !== '' && <span className={styles.place}>{place}</span>}
    </span>
  );
}
