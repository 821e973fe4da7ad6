import { createFileRoute } from '@tanstack/react-router';
import { guardPage } from '../frame/guards.ts';
import { AppShell } from '../frame/shell/AppShell.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, preload }) => guardPage(location.pathname, preload, location.searchStr),
  component: AppShell,
});
