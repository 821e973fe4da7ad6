import { createFileRoute } from '@tanstack/react-router';
import { requireUserWith } from '../frame/guards.ts';
import { PasswordChangeScreen } from '../features/account/PasswordChangeScreen.tsx';

export const Route = createFileRoute('/password-change')({
  beforeLoad: () => requireUserWith('must_change'),
  component: PasswordChangeScreen,
});
