import { createFileRoute } from '@tanstack/react-router';
import { PeerLayout } from '../frame/pages/PeerLayout.tsx';

export const Route = createFileRoute('/_app/peer')({ component: PeerLayout });
