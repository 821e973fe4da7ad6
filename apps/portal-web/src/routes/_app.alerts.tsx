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
  // The parameters are validated where they are used, so that no validation code is loaded before the sign-in.
  validateSearch: ({ plant, alert }: AlertName): AlertName => ({ plant, alert }),
  beforeLoad: () => bringTexts('alerts'),
  component: Alerts,
});

function Alerts(): ReactElement {
  const { plant, alert } = pressedIn({ ...Route.useSearch() });
  // Without a valid alert reference the page shows the history.
  const pressed = plant === undefined || alert === undefined ? null : { plant, alert };
  const navigate = useNavigate();
  return (
    <AlertHistoryScreen pressed={pressed} onBack={() => void navigate({ to: '/alerts', search: {}, replace: true })} />
  );
}
