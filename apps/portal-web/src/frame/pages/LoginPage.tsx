import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { LoginScreen } from '../../features/account/LoginScreen.tsx';
import { runWhenIdle } from '../../lib/idle.ts';
import { takeReturnPage } from '../../lib/session/last-page.ts';
import { loadSessionModule } from '../../lib/session/session-module.ts';
import { SEARCH_PATH } from '../guard-rules.ts';

/** Sign-in, then the remembered page. Guards redirect users with pending account steps from there. */
export function LoginPage(): ReactElement {
  const router = useRouter();
  // While the user types, the code needed after sign-in is preloaded.
  useEffect(() => {
    runWhenIdle(() => Promise.all([loadSessionModule(), ...preloadRoutes(router)]));
  }, [router]);
  return <LoginScreen onSignedIn={() => void router.navigate({ href: takeReturnPage(), replace: true })} />;
}

/** Preloads the code of the main layout and of the most used page. Runs no guards and draws nothing. */
const preloadRoutes = (router: ReturnType<typeof useRouter>): Promise<unknown>[] =>
  router
    .matchRoutes(SEARCH_PATH)
    .map(({ routeId }) => Promise.resolve(router.loadRouteChunk(router.routesById[routeId])));
