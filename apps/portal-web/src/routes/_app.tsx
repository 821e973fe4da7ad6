import { createFileRoute } from '@tanstack/react-router';
import { requireReadyUser } from '../frame/guards.ts';
import { AppShell } from '../frame/shell/AppShell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => requireReadyUser(location.pathname),
  component: AppShell,
});
