import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
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
  return summaryOf(plants).go ? <Navigate to="/lpr" replace /> : null;
}
