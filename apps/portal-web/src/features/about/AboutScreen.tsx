import { useQuery } from '@tanstack/react-query';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import type { ReactElement } from 'react';
import { CLIENT_VERSION } from '../../lib/api/client-version.ts';
import { useT } from '../../lib/i18n.tsx';
import { portalInfoQuery } from './about.api.ts';
import styles from './AboutScreen.module.css';

/** P 2 /about: what Varco is, the versions in use and the open-source work it is built on. */
export function AboutScreen(): ReactElement {
  const t = useT();
  const { data } = useQuery(portalInfoQuery);
  const unknown = t('pages:about.unknown');
  return (
    <div className={styles.page}>
      <p className={styles.text}>{t('pages:about.what')}</p>
      <KeyValueList
        labelWidth={190}
        items={[
          { key: 'client', label: t('pages:about.client'), value: CLIENT_VERSION },
          { key: 'portal', label: t('pages:about.portal'), value: data?.version ?? unknown },
          {
            key: 'time',
            label: t('pages:about.time'),
            value: data === undefined ? unknown : formatDateMinute(data.server_time),
          },
        ]}
      />
      <h2 className={styles.heading}>{t('pages:about.licences')}</h2>
      <ul className={styles.text}>
        <li>{t('pages:about.fonts')}</li>
        <li>{t('pages:about.passwords')}</li>
      </ul>
    </div>
  );
}
