import { Anchor, Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { LoginFailure } from '../../lib/session/login-message.ts';
import { signIn } from '../../lib/session/portal-session.ts';
import { connectionQuery } from './account.api.ts';
import { AccountPage } from './AccountPage.tsx';
import { ConnectionCheck } from './ConnectionCheck.tsx';
import type { SignInFields, SignInProblem } from './sign-in-form.ts';
import { SignInForm } from './SignInForm.tsx';

/** Sign-in (P 2, P 8). `onSignedIn` is called once the session and the vault are there. */
export function LoginScreen(props: { onSignedIn: () => void }): ReactElement {
  const t = useT();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [wantsPasscode, setWantsPasscode] = useState(false);
  const attempt = useMutation({
    mutationFn: (fields: SignInFields) =>
      signIn({
        username: fields.username.trim(),
        password: fields.password,
        isRemembered: fields.remember,
        ...(fields.passcode.trim() === '' ? {} : { passcode: fields.passcode.trim() }),
      }),
    onMutate: () => setProblem(null),
    onSuccess: (outcome) => {
      if (outcome.kind === 'signed-in') return props.onSignedIn();
      if (outcome.kind === 'passcode_required') setWantsPasscode(true);
      setProblem(problemOf(outcome));
      return undefined;
    },
    onError: () => setProblem({ kind: 'message', text: 'account:errors.unknown_error' }),
  });
  return (
    <AccountPage>
      <SignInForm
        wantsPasscode={wantsPasscode}
        isBusy={attempt.isPending || attempt.data?.kind === 'signed-in'}
        problem={problem}
        onSubmit={(fields) => attempt.mutate(fields)}
      />
      <Anchor component={Link} to="/forgot-password">
        {t('account:forgot.link')}
      </Anchor>
      <ConnectionCheck />
      {problem?.kind === 'dialog' && <ConnectionDialog dialog={problem.dialog} onClose={() => setProblem(null)} />}
    </AccountPage>
  );
}

/** What a refused sign-in shows; null when the form itself asks for more. */
function problemOf(failure: LoginFailure): SignInProblem | null {
  switch (failure.kind) {
    case 'passcode_required':
      return null;
    case 'recovery_code_required':
      return { kind: 'message', text: 'account:errors.recovery_code_required' };
    case 'unreachable':
      return { kind: 'dialog', dialog: 'unverifiedConnection' };
    case 'slowed_down':
      return failure.retryAfterSeconds === null
        ? { kind: 'message', text: 'account:errors.slow_down_unknown' }
        : { kind: 'message', text: 'account:errors.slow_down', values: { seconds: String(failure.retryAfterSeconds) } };
    case 'message':
      return failure.message === 'missing_ip_configuration'
        ? { kind: 'dialog', dialog: 'wrongConfiguration' }
        : { kind: 'message', text: `account:errors.${failure.message}` };
  }
}

/** P 2: wrong configuration, or a connection that could not be verified, with a way to check again (readings B-24). */
function ConnectionDialog(props: {
  dialog: 'wrongConfiguration' | 'unverifiedConnection';
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const queryClient = useQueryClient();
  const isConfiguration = props.dialog === 'wrongConfiguration';
  const check = (): void => {
    open(location.origin, '_blank', 'noopener,noreferrer');
    void queryClient.refetchQueries(connectionQuery);
    props.onClose();
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t(isConfiguration ? 'account:connection.wrongConfiguration' : 'account:connection.failed')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p>{t(isConfiguration ? 'account:errors.missing_ip_configuration' : 'account:connection.failedText')}</p>
      {!isConfiguration && <Button onClick={check}>{t('account:connection.check')}</Button>}
    </Modal>
  );
}
