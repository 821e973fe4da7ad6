import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { LoginScreen } from '../../features/account/LoginScreen.tsx';
import { takeReturnPage } from '../../lib/session/last-page.ts';

/** Sign-in, then on to the remembered page; the guards there send first-access and must-change users on. */
export function LoginPage(): ReactElement {
  const router = useRouter();
  return <LoginScreen onSignedIn={() => void router.navigate({ to: takeReturnPage() })} />;
}
