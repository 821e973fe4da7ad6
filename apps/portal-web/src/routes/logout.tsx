import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionPart } from '../lib/session/session-part.ts';

export const Route = createFileRoute('/logout')({
  beforeLoad: async () => {
    await (await sessionPart()).signOut();
    redirect({ to: '/login', throw: true });
  },
});
