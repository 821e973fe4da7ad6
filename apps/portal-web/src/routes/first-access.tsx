import { createFileRoute } from '@tanstack/react-router';
import { enterPage } from '../frame/guards.ts';
import { FirstAccessScreen } from '../features/account/FirstAccessScreen.tsx';

export const Route = createFileRoute('/first-access')({
  beforeLoad: () => enterPage('/first-access'),
  component: FirstAccessScreen,
});
