import { createFileRoute } from '@tanstack/react-router';
import { AccomplicePage } from '../features/accomplices/AccomplicePage.tsx';
import { TransitDialog } from '../features/transits/detail/TransitDialog.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/partners-crime')({
  beforeLoad: () => loadMessages('accomplices', 'detail'),
  component: () => (
    <>
      <AccomplicePage />
      <TransitDialog />
    </>
  ),
});
