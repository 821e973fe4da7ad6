import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenSession } from '@varco/contract/portal/sessions.ts';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { revokeSession, sessionsQuery } from './settings.api.ts';
import styles from './Settings.module.css';

/** Open sessions of the user with device and location; each but the current one can be closed, with the password. */
export function OwnSessions({ user }: { user: PortalUser }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const query = sessionsQuery(user.id);
  const found = useQuery(query);
  const [password, setPassword] = useState('');
  const revoke = useMutation({
    mutationFn: (session: string) => revokeSession(user, session, password),
    onSettled: () => client.invalidateQueries(query),
  });
  const sessions = found.data?.sessions ?? [];
  const failure = revoke.error ?? found.error;
  return (
    <section className={styles.panel}>
      <p className={styles.hint}>{t('account:settings.sessionsHint')}</p>
      {sessions.some(({ current }) => !current) && (
        <form className={styles.form} onSubmit={(event) => event.preventDefault()} noValidate>
          <PasswordInput
            name="password"
            label={t('account:mustChange.current')}
            description={t('account:settings.sessionsPassword')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              revoke.reset();
            }}
          />
        </form>
      )}
      {failure !== null && (
        <Notice tone="al" isUrgent>
          {t(findFailureText(failure))}
        </Notice>
      )}
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isBusy={revoke.isPending && revoke.variables === session.id}
            isClosable={password !== ''}
            onRevoke={() => revoke.mutate(session.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function findFailureText(error: Error): MessageKey {
  if (!(error instanceof ApiError)) return 'errors:code.internal';
  return error.code === 'bad_credentials' ? 'account:mustChange.wrongCurrent' : `errors:code.${error.code}`;
}

function SessionLine(props: {
  session: OpenSession;
  isBusy: boolean;
  /** False: the password is still missing. */
  isClosable: boolean;
  onRevoke: () => void;
}): ReactElement {
  const t = useT();
  const { session, isBusy, isClosable, onRevoke } = props;
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
        <Button variant="default" size="compact-sm" loading={isBusy} disabled={!isClosable} onClick={onRevoke}>
          {t('account:settings.revoke')}
        </Button>
      )}
    </li>
  );
}
