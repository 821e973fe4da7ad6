import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import { takeLinkToken } from '../../lib/session/link-token.ts';
import { chooseNewPassword, type LinkOutcome } from '../../lib/session/lost-password.ts';
import { AccountPageLayout } from './AccountPageLayout.tsx';
import { findChosenPasswordProblem, findCommonPasswordProblem, MIN_PASSWORD_LENGTH } from './new-password.ts';
import styles from './SignInForm.module.css';

interface Fields {
  readonly email: string;
  readonly next: string;
  readonly repeat: string;
}
type Problem = { readonly field: keyof Fields; readonly text: MessageKey };

function findResetProblem(fields: Fields): Problem | null {
  const email = fields.email.trim();
  if (!isMailAddress(email)) return { field: 'email', text: 'account:firstAccess.emailInvalid' };
  return findChosenPasswordProblem(fields, { email, username: email });
}

const FAILURES: Readonly<Record<Exclude<LinkOutcome, 'done' | 'email_not_valid'>, MessageKey>> = {
  link_invalid: 'account:reset.invalid',
  too_many: 'account:forgot.tooMany',
  failed: 'errors:code.unavailable',
};

/** Token of the link, and whether it is an invitation; read in this order, because taking the token clears the address. */
function readLink(): { readonly isInvited: boolean; readonly token: string | null } {
  const isInvited = new URLSearchParams(location.search).has('invited');
  return { isInvited, token: takeLinkToken() };
}

/** P 2 /reset-password: sets a new password with the mailed link, whose token is in the URL fragment. */
export function ResetPasswordScreen(): ReactElement {
  const t = useT();
  const [{ token, isInvited }] = useState(readLink);
  const [fields, setFields] = useState<Fields>({ email: '', next: '', repeat: '' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const reset = useMutation({
    mutationFn: () => chooseNewPassword(token ?? '', fields.email, fields.next),
    onSuccess: (outcome) => {
      if (outcome === 'email_not_valid') setProblem({ field: 'email', text: 'account:reset.emailInvalid' });
    },
  });
  const submit = async (): Promise<void> => {
    const found = findResetProblem(fields) ?? (await findCommonPasswordProblem(fields.next));
    setProblem(found);
    if (found === null) reset.mutate();
  };
  const outcome = reset.data;
  if (outcome === 'done' || token === null) {
    return (
      <AccountPageLayout>
        <section className={styles.form}>
          <h1 className={styles.title}>{t('account:reset.title')}</h1>
          <Notice tone={outcome === 'done' ? 'ok' : 'in'}>
            {t(outcome === 'done' ? 'account:reset.done' : 'account:reset.noLink')}
          </Notice>
          <Button component={Link} to="/login">
            {t('account:checkEmail.toLogin')}
          </Button>
        </section>
      </AccountPageLayout>
    );
  }
  const failure = outcome === undefined || outcome === 'email_not_valid' ? null : FAILURES[outcome];
  return (
    <AccountPageLayout>
      <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
        <h1 className={styles.title}>{t(isInvited ? 'account:reset.invitedTitle' : 'account:reset.title')}</h1>
        <p className={styles.hint}>{t(isInvited ? 'account:reset.invitedIntro' : 'account:reset.intro')}</p>
        <ResetPasswordInputs
          fields={fields}
          problem={problem}
          onChange={(change) => setFields({ ...fields, ...change })}
        />
        <Button type="submit" size="lg" loading={reset.isPending}>
          {t('account:reset.submit')}
        </Button>
        {(failure !== null || reset.isError) && (
          <Notice tone="al" isUrgent>
            {t(failure ?? 'errors:code.unavailable')}
          </Notice>
        )}
        {!isInvited && (
          <Button component={Link} to="/forgot-password" variant="subtle">
            {t('account:reset.again')}
          </Button>
        )}
      </form>
    </AccountPageLayout>
  );
}

function ResetPasswordInputs(props: {
  fields: Fields;
  problem: Problem | null;
  onChange: (change: Partial<Fields>) => void;
}): ReactElement {
  const t = useT();
  const { fields, problem, onChange } = props;
  const errorOf = (name: keyof Fields): string | null =>
    problem?.field === name ? t(problem.text, { min: MIN_PASSWORD_LENGTH }) : null;
  return (
    <>
      <TextInput
        size="lg"
        type="email"
        name="email"
        label={t('account:forgot.email')}
        autoComplete="email"
        value={fields.email}
        error={errorOf('email')}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      {(['next', 'repeat'] as const).map((name) => (
        <PasswordInput
          key={name}
          size="lg"
          name={name}
          label={t(`account:mustChange.${name}`)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
          value={fields[name]}
          error={errorOf(name)}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </>
  );
}
