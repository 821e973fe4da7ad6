import type { Approval } from '@varco/contract/plant/approvals.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { useEffect, useState } from 'react';
import { now, nowMs, toMilliseconds } from '../clock.ts';
import { coversSearch } from './approvals.store.ts';

/** An approval that a screen goes by on a plant, and when it ends (ISO). */
export interface ApprovalUse {
  readonly peerId: number;
  readonly by: string;
  readonly until: string;
}

export type GrantedApproval = Approval & { readonly deciso_da: string; readonly valida_fino: string };

/** True when it was granted, also when it has ended since. */
export const wasGranted = (approval: Approval | null): approval is GrantedApproval =>
  approval !== null && approval.deciso_da !== null && approval.valida_fino !== null;

export const toApprovalUse = (peerId: number, { deciso_da: by, valida_fino: until }: GrantedApproval): ApprovalUse => ({
  peerId,
  by,
  until,
});

/** This person's granted requests to a plant that are about exactly one plate and nothing else, newest first. */
export function listPlateApprovals(list: readonly Approval[] | undefined, plate: string): readonly GrantedApproval[] {
  return (list ?? []).filter((one): one is GrantedApproval => {
    const { f_targa: pattern = '', f_startTime: start, f_endTime: end } = one.filtro;
    const isForPlate = one.propria && wasGranted(one) && pattern.trim().toUpperCase() === plate;
    return isForPlate && coversSearch(one, { f_targa: pattern, f_startTime: start, f_endTime: end });
  });
}

/** True while the plant accepts it, as of an instant (ISO). */
export const isUsableAt = ({ stato, valida_fino: until }: GrantedApproval, at: string): boolean =>
  stato === 'granted' && until > at;

interface Period {
  readonly start: string | null;
  readonly end: string | null;
}

/** The passages of a plate in a period, as a plant with a granted request for them is asked. Null: none is usable for the period. */
export function findPlateSearch(
  approvals: readonly GrantedApproval[],
  { start, end }: Period,
  at: string,
): { readonly approval: GrantedApproval; readonly search: TransitFilter & { readonly consenso: string } } | null {
  for (const approval of approvals) {
    if (!isUsableAt(approval, at)) continue;
    const search: TransitFilter = {
      f_targa: approval.filtro.f_targa,
      ...(start === null ? {} : { f_startTime: start }),
      ...(end === null ? {} : { f_endTime: end }),
    };
    if (coversSearch(approval, search)) return { approval, search: { ...search, consenso: approval.id } };
  }
  return null;
}

/**
 * The present (ISO), exact enough to tell which of these instants have passed: it moves when the next one does, because an
 * approval ends by itself. What depends on it takes it as a value: the compiler of components computes a call of the clock
 * once only.
 */
export function useTimeOfEnds(instants: readonly string[]): string {
  const [at, setAt] = useState(now);
  const next = instants.filter((instant) => instant > at).toSorted()[0] ?? null;
  useEffect(() => {
    if (next === null) return undefined;
    const timer = setTimeout(() => setAt(now()), Math.max(0, toMilliseconds(next) - nowMs()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  return at;
}
