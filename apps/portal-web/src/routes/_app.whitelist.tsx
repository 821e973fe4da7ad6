import { createFileRoute } from '@tanstack/react-router';
import { WhitelistScreen } from '../features/lists/WhitelistScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/whitelist')({
  beforeLoad: () => bringTexts('lists'),
  component: WhitelistScreen,
});
