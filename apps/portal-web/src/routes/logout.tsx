import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadSessionModule } from '../lib/session/session-module.ts';
import { isRestricted } from '../lib/trusted-types.ts';

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ preload }) => {
    // Hovering over "Esci" preloads this route and must not sign out.
    if (preload) return;
    await (await loadSessionModule()).signOut();
    if (!isRestricted()) redirect({ to: '/login', throw: true });
    // This document may connect only to the plants of the signed-out user. The next user needs a new document;
    // reloading now avoids a reload in the middle of the sign-in, which would lose the page to return to.
    location.replace('/login');
    await new Promise(() => undefined);
  },
});
