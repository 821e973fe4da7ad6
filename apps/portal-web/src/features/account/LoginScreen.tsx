import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { AccountPageLayout } from './AccountPageLayout.tsx';
import { CheckingConnection } from './CheckingConnection.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './use-sign-in.ts';

// The form renders first; the connection check and the dialogs load after it (ADR 0014).
const { Component: ConnectionCheck } = lazyComponent(
  async () => (await import('./ConnectionCheck.tsx')).ConnectionCheck,
  <CheckingConnection />,
);
const { Component: ConnectionDialog } = lazyComponent(
  async () => (await import('./ConnectionDialog.tsx')).ConnectionDialog,
  null,
  { close: ({ onClose }) => onClose() },
);

/** Sign-in page (P 2, P 8). `onSignedIn` is called once the session and the vault are open. */
export function LoginScreen(props: { onSignedIn: () => void }): ReactElement {
  const t = useT();
  const { isBusy, problem, wantsPasscode, attempt, forgetProblem } = useSignIn(props.onSignedIn);
  return (
    <AccountPageLayout>
      <SignInForm
        wantsPasscode={wantsPasscode}
        isBusy={isBusy}
        problem={problem}
        onSubmit={attempt}
        besidePassword={
          <Anchor component={Link} to="/forgot-password">
            {t('account:forgot.link')}
          </Anchor>
        }
      />
      <ConnectionCheck />
      {problem?.kind === 'dialog' && <ConnectionDialog dialog={problem.dialog} onClose={forgetProblem} />}
    </AccountPageLayout>
  );
}
