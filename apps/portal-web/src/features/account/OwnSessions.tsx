import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenSession } from '@varco/contract/portal/sessions.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { revokeSession, sessionsQuery } from './settings.api.ts';
import styles from './SettingsScreen.module.css';

/** Open sessions of the user with device and location; each but the current one can be closed. */
export function OwnSessions(props: { userId: number }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const query = sessionsQuery(props.userId);
  const found = useQuery(query);
  const revoke = useMutation({
    mutationFn: (session: string) => revokeSession(props.userId, session),
    onSettled: () => client.invalidateQueries(query),
  });
  return (
    <section className={styles.panel}>
      <p className={styles.hint}>{t('account:settings.sessionsHint')}</p>
      {(found.isError || revoke.isError) && (
        <Notice tone="al" isUrgent>
          {t('errors:code.unavailable')}
        </Notice>
      )}
      <ul className={styles.list}>
        {(found.data?.sessions ?? []).map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isBusy={revoke.isPending && revoke.variables === session.id}
            onRevoke={() => revoke.mutate(session.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function SessionLine(props: { session: OpenSession; isBusy: boolean; onRevoke: () => void }): ReactElement {
  const t = useT();
  const { session, isBusy, onRevoke } = props;
  const device = [session.browser, session.system].filter((part) => part !== '').join(' · ');
  return (
    <li className={styles.session}>
      <div>
        <b>{device === '' ? t('account:settings.unknownDevice') : device}</b>
        {session.current && ` (${t('account:settings.thisOne')})`}
        <div className={styles.facts}>
          {t('account:settings.place')}: {session.ip}
        </div>
        <div className={styles.facts}>
          {t('account:settings.since')}: {formatDateMinute(session.created_at)} · {t('account:settings.lastUse')}:{' '}
          {formatDateMinute(session.last_used_at)}
        </div>
      </div>
      {!session.current && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={onRevoke}>
          {t('account:settings.revoke')}
        </Button>
      )}
    </li>
  );
}
