import { createFileRoute } from '@tanstack/react-router';
import { LookUpPage } from '../features/look-ups/LookUpPage.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/visure-ministeriali/')({
  beforeLoad: () => loadMessages('look-ups'),
  component: LookUpPage,
});
