import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { ControlRoomScreen } from '../features/control-room/ControlRoomScreen.tsx';
import { LiveAlertPanel } from '../features/alerts/LiveAlertPanel.tsx';
import { WallAlerts } from '../features/alerts/WallAlerts.tsx';
import { ServerClock } from '../frame/shell/ServerClock.tsx';
import { loadMessages } from '../lib/messages.ts';
import { useIsWall, WALL_VIEW } from '../lib/workspace/wall-view.ts';

interface ControlRoomSearch {
  /** `wall`: for a screen on the wall, which can be opened by this address. */
  readonly view?: string | undefined;
}

export const Route = createFileRoute('/_app/control-room')({
  // Any other view is the desk.
  validateSearch: ({ view }: ControlRoomSearch): ControlRoomSearch => ({ view }),
  beforeLoad: () => Promise.all([loadMessages('reports'), loadMessages('alerts')]),
  component: ControlRoomPage,
});

function ControlRoomPage(): ReactElement {
  const navigate = useNavigate();
  const router = useRouter();
  // The wall opened from the desk is an entry of the history: leaving it goes back instead of adding another.
  const [isFromRegular, setFromRegular] = useState(false);
  const wall = {
    isShown: useIsWall(),
    onShow(): void {
      setFromRegular(true);
      void navigate({ to: '/control-room', search: { view: WALL_VIEW } });
    },
    onLeave(): void {
      setFromRegular(false);
      if (isFromRegular) router.history.back();
      else void navigate({ to: '/control-room', search: {}, replace: true });
    },
    alerts: <WallAlerts />,
    clock: <ServerClock />,
  };
  return <ControlRoomScreen alerts={<LiveAlertPanel />} wall={wall} />;
}
