import { createFileRoute } from '@tanstack/react-router';
import { CredentialsScreen } from '../features/credentials/CredentialsScreen.tsx';

export const Route = createFileRoute('/_app/credentials')({ component: CredentialsScreen });
