import { createFileRoute } from '@tanstack/react-router';
import { requireReadyUser } from '../app/guards.ts';
import { AppShell } from '../app/shell/AppShell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => requireReadyUser(location.pathname),
  component: AppShell,
});
