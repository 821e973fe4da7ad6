import { createFileRoute, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AlertHistoryScreen } from '../features/alerts/AlertHistoryScreen.tsx';
import { pressedIn } from '../lib/alerts/pressed.ts';
import { bringTexts } from '../lib/texts.ts';

interface AlertName {
  readonly plant?: string | undefined;
  readonly alert?: string | undefined;
}

export const Route = createFileRoute('/_app/alerts')({
  // Judged where it is used: nothing of it is loaded before the sign-in.
  validateSearch: ({ plant, alert }: AlertName): AlertName => ({ plant, alert }),
  beforeLoad: () => bringTexts('alerts'),
  component: Alerts,
});

function Alerts(): ReactElement {
  const { plant, alert } = pressedIn({ ...Route.useSearch() });
  // What is no alert's name leads to the history.
  const pressed = plant === undefined || alert === undefined ? null : { plant, alert };
  const navigate = useNavigate();
  return (
    <AlertHistoryScreen pressed={pressed} onBack={() => void navigate({ to: '/alerts', search: {}, replace: true })} />
  );
}
