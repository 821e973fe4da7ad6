import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../lib/search-codec.ts';
import { routeTree } from '../routeTree.gen.ts';
import { CrashScreen } from '../frame/pages/CrashScreen.tsx';
import { NotFoundScreen } from '../frame/pages/NotFoundScreen.tsx';

/** The router of the product. Search values stay plain strings; the schema of each route interprets them. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFoundScreen,
  defaultErrorComponent: CrashScreen,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
