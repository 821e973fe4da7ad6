import { createFileRoute } from '@tanstack/react-router';
import { requireUserWith } from '../app/guards.ts';
import { FirstAccessPage } from '../app/pages/FirstAccessPage.tsx';

export const Route = createFileRoute('/first-access')({
  beforeLoad: () => requireUserWith('first_access'),
  component: FirstAccessPage,
});
