import { useLocation } from '@tanstack/react-router';

/** Value of the address parameter `view` that shows the control room as a wall. */
export const WALL_VIEW = 'wall';

/** Whether the control room is shown as a wall: there is nothing around it then, and nothing opens over it by itself. */
export function useIsWall(): boolean {
  const { pathname, search } = useLocation();
  return pathname === '/control-room' && 'view' in search && search.view === WALL_VIEW;
}
