import { createFileRoute } from '@tanstack/react-router';
import { ControlRoomScreen } from '../features/control-room/ControlRoomScreen.tsx';
import { LiveAlertPanel } from '../features/alerts/LiveAlertPanel.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/control-room')({
  beforeLoad: () => Promise.all([loadMessages('reports'), loadMessages('alerts')]),
  component: () => <ControlRoomScreen alerts={<LiveAlertPanel />} />,
});
