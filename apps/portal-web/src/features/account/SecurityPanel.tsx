import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import { changePassword } from '../../lib/session/change-password.ts';
import {
  findCommonPasswordProblem,
  MIN_PASSWORD_LENGTH,
  findNewPasswordProblem,
  type NewPasswordFields,
  type NewPasswordProblem,
} from './new-password.ts';
import styles from './Settings.module.css';

/** SET-02: change of the password and a new recovery key; both require the current password. */
export function SecurityPanel(props: { user: PortalUser }): ReactElement {
  return (
    <section className={styles.panel}>
      <PasswordForm user={props.user} />
      <RecoveryKeyForm />
    </section>
  );
}

const EMPTY_FIELDS: NewPasswordFields = { current: '', next: '', repeat: '' };
const INPUTS = ['current', 'next', 'repeat'] as const;

function PasswordForm(props: { user: PortalUser }): ReactElement {
  const t = useT();
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [problem, setProblem] = useState<NewPasswordProblem | null>(null);
  const change = useMutation({
    mutationFn: ({ current, next }: NewPasswordFields) => changePassword(current, next),
    onSuccess: (outcome) => {
      if (outcome.kind === 'changed') setFields(EMPTY_FIELDS);
      if (outcome.kind === 'wrong_current') setProblem({ field: 'current', text: 'account:mustChange.wrongCurrent' });
    },
  });
  const submit = async (): Promise<void> => {
    const found = findNewPasswordProblem(fields, props.user) ?? (await findCommonPasswordProblem(fields.next));
    setProblem(found);
    if (found === null) change.mutate(fields);
  };
  const outcome = change.data?.kind;
  return (
    <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
      <h2 className={styles.heading}>{t('account:settings.password')}</h2>
      <p className={styles.hint}>{t('account:settings.passwordHint')}</p>
      {INPUTS.map((name) => (
        <PasswordInput
          key={name}
          name={name}
          label={t(`account:mustChange.${name}`)}
          autoComplete={name === 'current' ? 'current-password' : 'new-password'}
          visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
          value={fields[name]}
          error={problem?.field === name ? t(problem.text, { min: MIN_PASSWORD_LENGTH }) : null}
          onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" loading={change.isPending}>
        {t('account:settings.password')}
      </Button>
      {outcome === 'changed' && <Notice tone="ok">{t('account:settings.passwordDone')}</Notice>}
      {(change.isError || outcome === 'failed' || outcome === 'conflict') && (
        <Notice tone="al" isUrgent>
          {t(outcome === 'conflict' ? 'errors:code.conflict' : 'account:settings.saveFailed')}
        </Notice>
      )}
    </form>
  );
}

/** Creates a new recovery key; the app shell shows it once in its dialog. */
function RecoveryKeyForm(): ReactElement {
  const t = useT();
  const [present, setPresent] = useState('');
  const renew = useMutation({
    mutationFn: () => changePassword(present, present, { isRecoveryRenewed: true }),
    onSuccess: (outcome) => {
      if (outcome.kind === 'changed') setPresent('');
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (present !== '') renew.mutate();
  };
  const outcome = renew.data?.kind;
  const hasFailed = renew.isError || outcome === 'failed' || outcome === 'conflict';
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.heading}>{t('account:settings.recovery')}</h2>
      <p className={styles.hint}>{t('account:settings.recoveryHint')}</p>
      <PasswordInput
        name="present"
        label={t('account:vaultRecovery.present')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
        value={present}
        error={outcome === 'wrong_current' ? t('account:mustChange.wrongCurrent') : null}
        onChange={(event) => setPresent(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={renew.isPending} disabled={present === ''}>
        {t('account:settings.recoveryRenew')}
      </Button>
      {hasFailed && (
        <Notice tone="al" isUrgent>
          {t('account:settings.saveFailed')}
        </Notice>
      )}
    </form>
  );
}
