import type { Approval } from '@varco/contract/plant/approvals.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { coversQuestion, toApprovalQuestion } from '@varco/domain/approvals/approval-question.ts';
import { useEffect, useState } from 'react';
import { now, nowMs, toMilliseconds } from '../clock.ts';
import { isUsable } from './approvals.store.ts';

/** An approval that a screen goes by on a plant, and when it ends (ISO). */
export interface ApprovalUse {
  readonly peerId: number;
  readonly by: string;
  readonly until: string;
}

type GrantedApproval = Approval & { readonly deciso_da: string; readonly valida_fino: string };

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
    if (!one.propria || !wasGranted(one)) return false;
    const { f_targa: asked, ...others } = toApprovalQuestion(one.filtro).filter;
    return Object.keys(others).length === 0 && String(asked).trim().toUpperCase() === plate;
  });
}

interface Period {
  readonly start: string | null;
  readonly end: string | null;
}

/** The passages of a plate in a period, as a plant with a granted request for them is asked. Null: none is usable for the period. */
export function findPlateSearch(
  approvals: readonly GrantedApproval[],
  { start, end }: Period,
): { readonly approval: GrantedApproval; readonly search: TransitFilter & { readonly consenso: string } } | null {
  for (const approval of approvals) {
    if (!isUsable(approval)) continue;
    const search: TransitFilter = {
      f_targa: approval.filtro.f_targa,
      ...(start === null ? {} : { f_startTime: start }),
      ...(end === null ? {} : { f_endTime: end }),
    };
    if (coversQuestion(toApprovalQuestion(approval.filtro), toApprovalQuestion(search)))
      return { approval, search: { ...search, consenso: approval.id } };
  }
  return null;
}

/** Draws again when the next of these instants (ISO) has passed: an approval ends by itself. */
export function useEndsOf(instants: readonly string[]): void {
  const [, setPassed] = useState('');
  const at = now();
  const next = instants.filter((instant) => instant > at).toSorted()[0] ?? null;
  useEffect(() => {
    if (next === null) return undefined;
    const timer = setTimeout(() => setPassed(next), Math.max(0, toMilliseconds(next) - nowMs()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
}
