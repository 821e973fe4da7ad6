import { createFileRoute } from '@tanstack/react-router';
import { ClientLogScreen } from '../features/client-log/ClientLogScreen.tsx';

export const Route = createFileRoute('/_app/client-logs')({ component: ClientLogScreen });
