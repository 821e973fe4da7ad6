import { createFileRoute } from '@tanstack/react-router';
import { CredentialsScreen } from '../features/credentials/CredentialsScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/credentials')({
  beforeLoad: () => bringTexts('plants'),
  component: CredentialsScreen,
});
