import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { takeLinkToken } from '../../lib/session/link-token.ts';
import { proveEmail } from '../../lib/session/lost-password.ts';
import { AccountPageLayout } from './AccountPageLayout.tsx';
import styles from './SignInForm.module.css';

/**
 * P 2 /check-email, public. Without a token: says that a mail was sent. With the token of the mailed link: confirms the
 * address on a click, so that a mail scanner that opens links does not use up the token.
 */
export function CheckEmailScreen(): ReactElement {
  const t = useT();
  const [token] = useState(takeLinkToken);
  const prove = useMutation({ mutationFn: proveEmail });
  const isDone = prove.data === 'done';
  const hasFailed = prove.isError || (prove.data !== undefined && !isDone);
  const text = token === null ? 'account:checkEmail.sent' : 'account:checkEmail.ready';
  return (
    <AccountPageLayout>
      <section className={styles.form}>
        <h1 className={styles.title}>{t('account:checkEmail.title')}</h1>
        {isDone ? <Notice tone="ok">{t('account:checkEmail.done')}</Notice> : <p className={styles.hint}>{t(text)}</p>}
        {hasFailed && (
          <Notice tone="al" isUrgent>
            {t(prove.data === 'link_invalid' ? 'account:checkEmail.invalid' : 'errors:code.unavailable')}
          </Notice>
        )}
        {token !== null && !isDone && (
          <Button size="lg" loading={prove.isPending} onClick={() => prove.mutate(token)}>
            {t('account:checkEmail.confirm')}
          </Button>
        )}
        <Button component={Link} to="/login" variant={isDone ? 'filled' : 'subtle'}>
          {t('account:checkEmail.toLogin')}
        </Button>
      </section>
    </AccountPageLayout>
  );
}
