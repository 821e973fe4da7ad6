import { createFileRoute } from '@tanstack/react-router';
import { GateToGateScreen } from '../features/gate-analysis/GateToGateScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/analysis-gate-to-gate')({
  beforeLoad: () => loadMessages('gate-analysis'),
  component: GateToGateScreen,
});
