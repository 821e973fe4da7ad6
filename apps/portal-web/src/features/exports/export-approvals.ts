import { findOwnApproval, useApprovals } from '../../lib/approvals/approvals.store.ts';
import {
  type ApprovalUse,
  isUsableAt,
  toApprovalUse,
  useTimeOfEnds,
  wasGranted,
} from '../../lib/approvals/granted-approvals.ts';
import type { ExportRequest } from '../../lib/exports/export-request.store.ts';
import { now } from '../../lib/clock.ts';
import { useState } from 'react';
import type { ExportPlant } from './export-plants.ts';

/**
 * The request with the approvals that cover it, as the search it came from names them. Selected transits name none: their
 * plant finds the approvals that showed them.
 */
export function useApprovedRequest(request: ExportRequest): {
  readonly request: ExportRequest;
  /** Those that were usable when the dialog was opened, and are over. */
  readonly ended: readonly ApprovalUse[];
} {
  const approvals = useApprovals();
  const [openedAt] = useState(now);
  const found = request.map((one) => {
    const approval = one.filter.f_ids === undefined ? findOwnApproval(approvals, one.peerId, one.filter) : null;
    return { ...one, approval: wasGranted(approval) ? approval : null };
  });
  const granted = found.flatMap(({ peerId, approval }) => (approval === null ? [] : [toApprovalUse(peerId, approval)]));
  const at = useTimeOfEnds(granted.map(({ until }) => until));
  return {
    request: found.map(({ peerId, filter, approval }) => ({
      peerId,
      filter: approval !== null && isUsableAt(approval, at) ? { ...filter, consenso: approval.id } : filter,
    })),
    ended: granted.filter(({ until }) => until > openedAt && until <= at),
  };
}

/** The approvals that plants named in their estimates, and those that have ended, each once. */
export function listApprovalUses(
  plants: readonly Pick<ExportPlant, 'plant' | 'isForce' | 'estimate'>[],
  ended: readonly ApprovalUse[],
): readonly ApprovalUse[] {
  const named = plants.flatMap(({ plant: { peerId }, isForce, estimate }) =>
    isForce ? (estimate?.consensi ?? []).map(({ deciso_da: by, valida_fino: until }) => ({ peerId, by, until })) : [],
  );
  return [...new Map([...named, ...ended].map((use) => [`${use.peerId} ${use.by} ${use.until}`, use])).values()];
}
