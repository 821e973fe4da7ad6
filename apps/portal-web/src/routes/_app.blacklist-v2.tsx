import { createFileRoute } from '@tanstack/react-router';
import { MergedBlacklistPage } from '../features/lists/BlacklistScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/blacklist-v2')({
  beforeLoad: () => bringTexts('lists'),
  component: MergedBlacklistPage,
});
