import { createFileRoute, redirect } from '@tanstack/react-router';
import { signOut } from '../lib/session/portal-session.ts';

export const Route = createFileRoute('/logout')({
  beforeLoad: async () => {
    await signOut();
    redirect({ to: '/login', throw: true });
  },
});
