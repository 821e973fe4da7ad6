import { createFileRoute } from '@tanstack/react-router';
import { requireUserWith } from '../frame/guards.ts';
import { FirstAccessScreen } from '../features/account/FirstAccessScreen.tsx';

export const Route = createFileRoute('/first-access')({
  beforeLoad: () => requireUserWith('first_access'),
  component: FirstAccessScreen,
});
