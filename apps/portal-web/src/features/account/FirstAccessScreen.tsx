import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import { createAccount } from '../../lib/session/first-access.ts';
import { isUsernameTaken } from './account.api.ts';
import { AccountPageLayout } from './AccountPageLayout.tsx';
import {
  requiresAuthority,
  EMPTY_FIRST_ACCESS,
  type FirstAccessFields,
  findFirstAccessProblem,
  type FirstAccessProblem,
  toFieldProblem,
} from './first-access-form.ts';
import { findCommonPasswordProblem, MIN_PASSWORD_LENGTH } from './new-password.ts';
import { RecoveryKeyPanel } from './RecoveryKeyPanel.tsx';
import styles from './SignInForm.module.css';

/**
 * P 2, P 5, readings B-03: turns a new account into a personal one; then shows the recovery key, then sends the mail.
 */
export function FirstAccessScreen(): ReactElement {
  const navigate = useNavigate();
  const [recoveryKey, setRecoveryKey] = useState<string | null>(null);
  return (
    <AccountPageLayout>
      {recoveryKey === null ? (
        <FirstAccessForm onCreated={setRecoveryKey} />
      ) : (
        <RecoveryKeyPanel recoveryKey={recoveryKey} onKept={() => void navigate({ to: '/check-email' })} />
      )}
    </AccountPageLayout>
  );
}

function FirstAccessForm(props: { onCreated: (recoveryKey: string) => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [fields, setFields] = useState(EMPTY_FIRST_ACCESS);
  const [problem, setProblem] = useState<FirstAccessProblem | null>(null);
  const typedEmail = useRef('');
  const create = useMutation({
    mutationFn: () => createAccount({ ...fields, password: fields.next, language }),
    onSuccess: (outcome) => {
      if (outcome.kind === 'created') props.onCreated(outcome.recoveryKey);
      if (outcome.kind === 'taken') setProblem({ field: 'email', text: 'account:firstAccess.emailTaken' });
      if (outcome.kind === 'refused') setProblem(toFieldProblem(outcome.field));
    },
  });
  const submit = async (): Promise<void> => {
    const found = await findFormProblem(fields);
    setProblem(found);
    if (found === null) create.mutate();
  };
  const outcome = create.data;
  const hasFailed =
    create.isError ||
    outcome?.kind === 'failed' ||
    (outcome?.kind === 'refused' && toFieldProblem(outcome.field) === null);
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(submit)}>
      <h1 className={styles.title}>{t('account:firstAccess.title')}</h1>
      <p className={styles.hint}>{t('account:firstAccess.intro')}</p>
      <FirstAccessInputs
        fields={fields}
        problem={problem}
        onChange={(change) => {
          setFields({ ...fields, ...change });
          if (change.email !== undefined) typedEmail.current = change.email;
          if (problem !== null && isAbout(problem, change)) setProblem(null);
        }}
        onEmailLeft={() => {
          const { email } = fields;
          // The answer may come while the next field, or another e-mail, is being typed.
          void checkEmail(email).then((found) => {
            if (found !== null && typedEmail.current === email) setProblem(found);
          });
        }}
      />
      <Button type="submit" size="lg" loading={create.isPending}>
        {t('account:firstAccess.submit')}
      </Button>
      {hasFailed && (
        <Notice tone="al" isUrgent>
          {t('account:firstAccess.failed')}
        </Notice>
      )}
      <Button component={Link} to="/logout" variant="subtle">
        {t('account:mustChange.exit')}
      </Button>
    </form>
  );
}

/** Fields that are judged together: a change of one ends what was said of the other. */
const JUDGED_TOGETHER: readonly (readonly (keyof FirstAccessFields)[])[] = [
  ['email', 'authority'],
  ['next', 'repeat'],
];

/** True when a change is of the field that a problem is about, or of one judged with it. */
function isAbout({ field }: FirstAccessProblem, change: Partial<FirstAccessFields>): boolean {
  const group = JUDGED_TOGETHER.find((fields) => fields.some((one) => one === field));
  return [field, ...(group ?? [])].some((one) => one in change);
}

/** First problem of the form, including the server's check of the e-mail. */
async function findFormProblem(fields: FirstAccessFields): Promise<FirstAccessProblem | null> {
  return (
    (await checkEmail(fields.email)) ??
    findFirstAccessProblem(fields, false) ??
    (await findCommonPasswordProblem(fields.next))
  );
}

/** P 5: checks the e-mail as soon as it is typed, including whether it is taken. */
async function checkEmail(email: string): Promise<FirstAccessProblem | null> {
  if (email.trim() === '') return null;
  const found = findFirstAccessProblem({ ...EMPTY_FIRST_ACCESS, email }, false);
  if (found?.field === 'email') return found;
  return (await isUsernameTaken(email.trim())) ? { field: 'email', text: 'account:firstAccess.emailTaken' } : null;
}

const TEXT_FIELDS = [
  { name: 'email', type: 'email', autoComplete: 'email' },
  { name: 'username', type: 'text', autoComplete: 'username' },
  { name: 'fullName', type: 'text', autoComplete: 'name' },
  { name: 'mobile', type: 'tel', autoComplete: 'tel' },
  { name: 'authority', type: 'text', autoComplete: 'organization' },
] as const;

function FirstAccessInputs(props: {
  fields: FirstAccessFields;
  problem: FirstAccessProblem | null;
  onChange: (change: Partial<FirstAccessFields>) => void;
  onEmailLeft: () => void;
}): ReactElement {
  const t = useT();
  const { fields, problem, onChange, onEmailLeft } = props;
  const errorOf = (name: keyof FirstAccessFields): string | null =>
    problem?.field === name ? t(problem.text, { min: MIN_PASSWORD_LENGTH }) : null;
  const shown = TEXT_FIELDS.filter(
    ({ name }) => name !== 'authority' || requiresAuthority(fields.email) || problem?.field === 'authority',
  );
  return (
    <>
      {shown.map(({ name, type, autoComplete }) => (
        <TextInput
          key={name}
          name={name}
          type={type}
          label={t(`account:firstAccess.${name}`)}
          {...(name === 'username' ? { placeholder: fields.email } : {})}
          autoComplete={autoComplete}
          value={fields[name]}
          error={errorOf(name)}
          {...(name === 'email' ? { onBlur: onEmailLeft } : {})}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      {(['next', 'repeat'] as const).map((name) => (
        <PasswordInput
          key={name}
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
