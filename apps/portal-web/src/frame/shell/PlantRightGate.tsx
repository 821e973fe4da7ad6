import { Navigate, useLocation } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { summaryOf, usePlants } from '../../lib/plants/plant-store.ts';
import { hasPlantRight } from '../guard-rules.ts';
import { pageOf } from '../page-table.ts';

/** Pages that want a right on some plant: judged when the plants have answered, because only they know it. */
export function PlantRightGate(props: { children: ReactNode }): ReactElement | null {
  const { pathname } = useLocation();
  const plants = usePlants();
  const right = pageOf(pathname)?.plantRight;
  if (right === undefined) return <>{props.children}</>;
  const known = [...plants.plants.values()].flatMap(({ login }) => (login === null ? [] : [login.user]));
  if (hasPlantRight(right, known)) return <>{props.children}</>;
  return summaryOf(plants).go ? <SentAway /> : null;
}

/** Leads back to the work and says why (T 2.10). */
function SentAway(): ReactElement {
  useEffect(() => showPopup({ isForbidden: true }), []);
  return <Navigate to="/lpr" replace />;
}
