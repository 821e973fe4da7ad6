import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useDeferredValue } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { AccountPageLayout } from './AccountPageLayout.tsx';
import { CheckingConnection } from './CheckingConnection.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './use-sign-in.ts';

// The form renders first; the connection check and the dialogs load after it (ADR 0016).
const ConnectionCheck = lazy(async () => ({ default: (await import('./ConnectionCheck.tsx')).ConnectionCheck }));
const ConnectionDialog = lazy(async () => ({ default: (await import('./ConnectionDialog.tsx')).ConnectionDialog }));

/** Sign-in page (P 2, P 8). `onSignedIn` is called once the session and the vault are open. */
export function LoginScreen(props: { onSignedIn: () => void }): ReactElement {
  const t = useT();
  const { isBusy, problem, wantsPasscode, attempt, forgetProblem } = useSignIn(props.onSignedIn);
  const isFormShown = useDeferredValue(true, false);
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
      <Suspense fallback={<CheckingConnection />}>
        {isFormShown ? <ConnectionCheck /> : <CheckingConnection />}
      </Suspense>
      {problem?.kind === 'dialog' && (
        <Suspense fallback={null}>
          <ConnectionDialog dialog={problem.dialog} onClose={forgetProblem} />
        </Suspense>
      )}
    </AccountPageLayout>
  );
}
