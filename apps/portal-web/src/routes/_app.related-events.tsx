import { createFileRoute } from '@tanstack/react-router';
import { RelatedScreen } from '../features/gate-analysis/RelatedScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/related-events')({
  beforeLoad: () => bringTexts('gate-analysis'),
  component: RelatedScreen,
});
