import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import { changePassword } from '../../lib/session/change-password.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AccountPageLayout } from './AccountPageLayout.tsx';
import {
  findCommonPasswordProblem,
  MIN_PASSWORD_LENGTH,
  findNewPasswordProblem,
  type NewPasswordFields,
  type NewPasswordProblem,
} from './new-password.ts';
import styles from './SignInForm.module.css';

const EMPTY_FIELDS: NewPasswordFields = { current: '', next: '', repeat: '' };

const FIELDS = [
  { name: 'current', label: 'account:mustChange.current', autoComplete: 'current-password' },
  { name: 'next', label: 'account:mustChange.next', autoComplete: 'new-password' },
  { name: 'repeat', label: 'account:mustChange.repeat', autoComplete: 'new-password' },
] as const;

/** P 2, P 5: forced password change before anything else. The user then signs in with the new password. */
export function PasswordChangeScreen(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [problem, setProblem] = useState<NewPasswordProblem | null>(null);
  const change = useMutation({
    mutationFn: ({ current, next }: NewPasswordFields) => changePassword(current, next),
    onSuccess: (outcome) => {
      if (outcome.kind === 'changed') void navigate({ to: '/logout' });
      else if (outcome.kind === 'wrong_current')
        setProblem({ field: 'current', text: 'account:mustChange.wrongCurrent' });
    },
  });
  if (user === null) return null;
  const submit = async (): Promise<void> => {
    const found = findNewPasswordProblem(fields, user) ?? (await findCommonPasswordProblem(fields.next));
    setProblem(found);
    if (found === null) change.mutate(fields);
  };
  const outcome = change.data?.kind;
  const hasFailed = change.isError || outcome === 'failed' || outcome === 'conflict';
  return (
    <AccountPageLayout>
      <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
        <h1 className={styles.title}>{t('account:mustChange.title')}</h1>
        <p className={styles.hint}>{t('account:mustChange.intro')}</p>
        {FIELDS.map(({ name, label, autoComplete }) => (
          <PasswordInput
            key={name}
            size="lg"
            label={t(label)}
            autoComplete={autoComplete}
            visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
            value={fields[name]}
            error={problem?.field === name ? t(problem.text, { min: MIN_PASSWORD_LENGTH }) : null}
            onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" size="lg" loading={change.isPending || outcome === 'changed'}>
          {t('account:mustChange.submit')}
        </Button>
        {hasFailed && (
          <Notice tone="al" isUrgent>
            {t(outcome === 'conflict' ? 'errors:code.conflict' : 'errors:code.unavailable')}
          </Notice>
        )}
        <Button component={Link} to="/logout" variant="subtle">
          {t('account:mustChange.exit')}
        </Button>
      </form>
    </AccountPageLayout>
  );
}
