import { createFileRoute } from '@tanstack/react-router';
import { BlacklistPage } from '../features/lists/BlacklistScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/blacklist')({
  beforeLoad: () => bringTexts('lists'),
  component: BlacklistPage,
});
