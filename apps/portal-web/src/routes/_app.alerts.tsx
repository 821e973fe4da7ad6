import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { AlertHistoryScreen } from '../features/alerts/AlertHistoryScreen.tsx';
import { type AlertReference, parseAlertReference } from '../lib/alerts/alert-reference.ts';
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
  const router = useRouter();
  // An alert opened from the list is an entry of the history: leaving it goes back to the list instead of adding another.
  const [isFromList, setFromList] = useState(false);
  const open = (requested: AlertReference): void => {
    setFromList(true);
    void navigate({ to: '/alerts', search: { ...requested } });
  };
  const goBack = (): void => {
    setFromList(false);
    if (isFromList) router.history.back();
    else void navigate({ to: '/alerts', search: {}, replace: true });
  };
  return <AlertHistoryScreen pressed={pressed} onOpen={open} onBack={goBack} />;
}
