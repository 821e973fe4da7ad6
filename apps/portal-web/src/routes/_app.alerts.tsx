import { createFileRoute, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AlertHistoryScreen } from '../features/alerts/AlertHistoryScreen.tsx';
import { parseAlertReference } from '../lib/alerts/alert-reference.ts';
import { loadMessages } from '../lib/messages.ts';

interface AlertSearch {
  readonly plant?: string | undefined;
  readonly alert?: string | undefined;
}

export const Route = createFileRoute('/_app/alerts')({
  // The parameters are validated where they are used, so that no validation code is loaded before the sign-in.
  validateSearch: ({ plant, alert }: AlertSearch): AlertSearch => ({ plant, alert }),
  beforeLoad: () => loadMessages('alerts'),
  component: AlertsPage,
});

function AlertsPage(): ReactElement {
  const { plant, alert } = parseAlertReference({ ...Route.useSearch() });
  // Without a valid alert reference the page shows the history.
  const pressed = plant === undefined || alert === undefined ? null : { plant, alert };
  const navigate = useNavigate();
  return (
    <AlertHistoryScreen pressed={pressed} onBack={() => void navigate({ to: '/alerts', search: {}, replace: true })} />
  );
}
