import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { requestReset } from '../../lib/session/lost-password.ts';
import { AccountPageLayout } from './AccountPageLayout.tsx';
import styles from './SignInForm.module.css';

/**
 * P 2 /forgot-password: requests the link. The confirmation never says whether the address is known (readings B-06).
 */
export function ForgotPasswordScreen(): ReactElement {
  const t = useT();
  const [email, setEmail] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const ask = useMutation({ mutationFn: requestReset });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const isGood = isMailAddress(email.trim());
    setInvalid(!isGood);
    if (isGood) ask.mutate(email);
  };
  const isTooMany = ask.error instanceof ApiError && ask.error.code === 'rate_limit_exceeded';
  return (
    <AccountPageLayout>
      <form className={styles.form} onSubmit={submit} noValidate>
        <h1 className={styles.title}>{t('account:forgot.title')}</h1>
        {ask.isSuccess ? (
          <Notice tone="ok" icon="mail">
            {t('account:forgot.sent')}
          </Notice>
        ) : (
          <>
            <p className={styles.hint}>{t('account:forgot.intro')}</p>
            <TextInput
              size="lg"
              type="email"
              name="email"
              label={t('account:forgot.email')}
              autoComplete="email"
              value={email}
              error={isInvalid ? t('account:firstAccess.emailInvalid') : null}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" size="lg" loading={ask.isPending}>
              {t('account:forgot.submit')}
            </Button>
          </>
        )}
        {ask.isError && (
          <Notice tone="al" isUrgent>
            {t(isTooMany ? 'account:forgot.tooMany' : 'errors:code.unavailable')}
          </Notice>
        )}
        <Button component={Link} to="/login" variant="subtle">
          {t('account:checkEmail.toLogin')}
        </Button>
      </form>
    </AccountPageLayout>
  );
}
