import { systemInfo } from '@varco/contract/portal/system.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callPortal } from '../../lib/api/portal.ts';
import { useT } from '../../lib/i18n.tsx';
import { queryClient } from '../../lib/query-client.ts';
import styles from './NotificationArea.module.css';

/**
 * Readings B-24: opens the server's own address, where certificate and network problems become visible, and checks
 * whether the portal is reachable.
 */
export function CheckConnectionLink(props: { origin: string }): ReactElement {
  const t = useT();
  const { origin } = props;
  const check = useMutation({ mutationFn: () => callPortal(systemInfo, {}, { isPolling: true }) }, queryClient);
  return (
    <>
      <a className={styles.link} href={origin} target="_blank" rel="noopener noreferrer" onClick={() => check.mutate()}>
        {t('notices:check')}
      </a>
      {check.isSuccess && <span role="status">{t('notices:checked', { host: new URL(origin).host })}</span>}
      {check.isError && <span role="status">{t('notices:unreachable')}</span>}
    </>
  );
}
