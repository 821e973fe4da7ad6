import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { LoginScreen } from '../../features/account/LoginScreen.tsx';
import { whenIdle } from '../../lib/idle.ts';
import { takeReturnPage } from '../../lib/session/last-page.ts';
import { sessionPart } from '../../lib/session/session-part.ts';
import { WORK } from '../guard-rules.ts';

/** Sign-in, then on to the remembered page; the guards there send first-access and must-change users on. */
export function LoginPage(): ReactElement {
  const router = useRouter();
  // While somebody types, what comes after the sign-in is brought: signing in then waits for no code.
  useEffect(() => {
    whenIdle(() => Promise.all([sessionPart(), ...routeParts(router)]));
  }, [router]);
  return <LoginScreen onSignedIn={() => void router.navigate({ to: takeReturnPage() })} />;
}

/** Code of the main layout and of the page most people go to; no guard is asked, nothing is drawn. */
const routeParts = (router: ReturnType<typeof useRouter>): Promise<unknown>[] =>
  router.matchRoutes(WORK).map(({ routeId }) => Promise.resolve(router.loadRouteChunk(router.routesById[routeId])));
