import { createFileRoute } from '@tanstack/react-router';
import { AccountLayout } from '../frame/pages/AccountLayout.tsx';
import { bringTexts } from '../lib/texts.ts';

/** Pages of an account outside of the main layout; sign-in is not among them, it is drawn with less. */
export const Route = createFileRoute('/_account')({
  beforeLoad: () => bringTexts('screens', 'account'),
  component: AccountLayout,
});
