import { createFileRoute } from '@tanstack/react-router';
import { SuspectPageScreen } from '../features/suspects/SuspectPageScreen.tsx';
import { TransitDialog } from '../features/transits/detail/TransitDialog.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/suspects')({
  beforeLoad: () => loadMessages('suspects', 'detail'),
  component: () => (
    <>
      <SuspectPageScreen />
      <TransitDialog />
    </>
  ),
});
