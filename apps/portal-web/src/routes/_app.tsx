import { createFileRoute } from '@tanstack/react-router';
import { enterPage } from '../frame/guards.ts';
import { AppShell } from '../frame/shell/AppShell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, preload }) => enterPage(location.pathname, preload),
  component: AppShell,
});
