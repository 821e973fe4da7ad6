import { createFileRoute } from '@tanstack/react-router';
import { ClientLogScreen } from '../features/client-log/ClientLogScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/client-logs')({
  beforeLoad: () => bringTexts('plants'),
  component: ClientLogScreen,
});
