import { createFileRoute } from '@tanstack/react-router';
import { FigureheadScreen } from '../features/lists/FigureheadScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/figurehead')({
  beforeLoad: () => loadMessages('lists'),
  component: FigureheadScreen,
});
