import { createFileRoute } from '@tanstack/react-router';
import { ExportsScreen } from '../features/exports/ExportsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/exports')({
  beforeLoad: () => loadMessages('alerts'),
  component: ExportsScreen,
});
