import { createFileRoute } from '@tanstack/react-router';
import { ExportsScreen } from '../features/exports/ExportsScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/exports')({
  beforeLoad: () => bringTexts('alerts'),
  component: ExportsScreen,
});
