import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { EMPTY_SIGN_IN, findMissingField, type SignInFields, type SignInProblem } from './sign-in-form.ts';
import styles from './SignInForm.module.css';

/**
 * Username, password, and the passcode once the portal requires it. `onSubmit` resolves with the problem, or null.
 * @param props.besidePassword shown on the line of the password label; in tab order it follows the password
 */
export function SignInForm(props: {
  wantsPasscode: boolean;
  isBusy: boolean;
  problem: SignInProblem | null;
  onSubmit: (fields: SignInFields) => void;
  besidePassword: ReactNode;
}): ReactElement {
  const t = useT();
  const [fields, setFields] = useState(EMPTY_SIGN_IN);
  const [missing, setMissing] = useState<SignInProblem | null>(null);
  const set = (change: Partial<SignInFields>): void => {
    setFields((before) => ({ ...before, ...change }));
    setMissing(null);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const problem = findMissingField(fields, props.wantsPasscode);
    setMissing(problem);
    if (problem === null) props.onSubmit(fields);
    else if (problem.kind === 'field')
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus();
  };
  const problem = missing ?? props.problem;
  const errorOf = (field: string): string | undefined =>
    problem?.kind === 'field' && problem.field === field ? t(problem.text) : undefined;

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{t('account:login.title')}</h1>
      <SignInInputs
        fields={fields}
        wantsPasscode={props.wantsPasscode}
        errorOf={errorOf}
        onChange={set}
        besidePassword={props.besidePassword}
      />
      <Button type="submit" size="lg" fullWidth loading={props.isBusy} rightSection={<Icon name="chevronRight" />}>
        {t('account:login.submit')}
      </Button>
      {problem?.kind === 'message' && (
        <Notice tone="al" isUrgent>
          {t(problem.text, problem.values)}
        </Notice>
      )}
    </form>
  );
}

function SignInInputs(props: {
  fields: SignInFields;
  wantsPasscode: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (change: Partial<SignInFields>) => void;
  besidePassword: ReactNode;
}): ReactElement {
  const t = useT();
  const { fields, wantsPasscode, errorOf, onChange } = props;
  const passcode = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wantsPasscode) passcode.current?.focus();
  }, [wantsPasscode]);
  return (
    <>
      <TextInput
        size="lg"
        name="username"
        label={t('account:login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        leftSection={<Icon name="user" />}
        value={fields.username}
        error={errorOf('username')}
        onChange={(event) => onChange({ username: event.currentTarget.value })}
      />
      <PasswordField
        password={fields.password}
        error={errorOf('password')}
        beside={props.besidePassword}
        onChange={onChange}
      />
      {wantsPasscode && (
        <TextInput
          ref={passcode}
          size="lg"
          name="passcode"
          className={styles.passcode}
          label={t('account:login.passcode')}
          description={t('account:login.passcodeOr')}
          autoComplete="one-time-code"
          inputMode="text"
          maxLength={32}
          value={fields.passcode}
          error={errorOf('passcode')}
          onChange={(event) => onChange({ passcode: event.currentTarget.value })}
        />
      )}
      <RememberBox fields={fields} onChange={onChange} />
    </>
  );
}

function PasswordField(props: {
  password: string;
  error: string | undefined;
  beside: ReactNode;
  onChange: (change: Partial<SignInFields>) => void;
}): ReactElement {
  const t = useT();
  return (
    <div className={styles.password}>
      <PasswordInput
        size="lg"
        name="password"
        label={t('account:login.password')}
        autoComplete="current-password"
        leftSection={<Icon name="lock" />}
        visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
        value={props.password}
        error={props.error}
        onChange={(event) => props.onChange({ password: event.currentTarget.value })}
      />
      <span className={styles.beside}>{props.beside}</span>
    </div>
  );
}

function RememberBox(props: { fields: SignInFields; onChange: (change: Partial<SignInFields>) => void }): ReactElement {
  const t = useT();
  const { fields, onChange } = props;
  return (
    <Checkbox
      name="remember"
      label={
        <>
          {t('account:login.remember')} <span className={styles.hint}>{t('account:login.rememberHint')}</span>
        </>
      }
      checked={fields.remember}
      onChange={(event) => onChange({ remember: event.currentTarget.checked })}
    />
  );
}
