import { createFileRoute } from '@tanstack/react-router';
import { LookUpPage } from '../features/look-ups/LookUpPage.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/visure-ministeriali/')({
  beforeLoad: () => bringTexts('look-ups'),
  component: LookUpPage,
});
