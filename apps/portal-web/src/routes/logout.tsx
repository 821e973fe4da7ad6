import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionPart } from '../lib/session/session-part.ts';
import { isNarrowed } from '../lib/trusted-types.ts';

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ preload }) => {
    // A pointer that rests on "Esci" signs nobody out.
    if (preload) return;
    await (await sessionPart()).signOut();
    if (!isNarrowed()) redirect({ to: '/login', throw: true });
    // This document may only connect to the plants of who has left. The next person begins in a new one, where theirs can be reached and the
    // page to return to is not lost by a reload in the middle of the sign-in.
    location.replace('/login');
    await new Promise(() => undefined);
  },
});
