import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { summarizeSignIns, usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { hasPlantRight } from '../guard-rules.ts';
import { findPage } from '../page-table.ts';

/**
 * Guard for pages that need a right on some plant. Checked after the plants have responded, because only they know the
 * rights.
 */
export function PlantRightGuard(props: { children: ReactNode }): ReactElement | null {
  const { pathname } = useLocation();
  const plants = usePlants();
  const user = useSession((session) => session.user);
  const right = findPage(pathname)?.plantRight;
  if (right === undefined) return <>{props.children}</>;
  const known = [...plants.plants.values()].flatMap(({ login }) => (login === null ? [] : [login.user]));
  if (hasPlantRight(right, known, user)) return <>{props.children}</>;
  return summarizeSignIns(plants).go ? <RedirectToSearch /> : null;
}

/** Redirects to the search and shows why (T 2.10): there, since the dialog closes with the page it opened over. */
function RedirectToSearch(): null {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '/lpr', replace: true }).then(() => showPopup({ isForbidden: true }));
  }, [navigate]);
  return null;
}
