import { createFileRoute } from '@tanstack/react-router';
import { requireUserWith } from '../frame/guards.ts';
import { FirstAccessPage } from '../frame/pages/FirstAccessPage.tsx';

export const Route = createFileRoute('/first-access')({
  beforeLoad: () => requireUserWith('first_access'),
  component: FirstAccessPage,
});
