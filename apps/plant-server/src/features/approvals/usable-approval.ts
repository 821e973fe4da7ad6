import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { coversQuestion, toApprovalQuestion } from '@varco/domain/approvals/approval-question.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { computeApprovalTerms } from './approval-terms.ts';
import type { ApprovalRow } from './approvals.repository.ts';
import { findApprovalState, toStoredQuestion } from './approvals.view.ts';

/** True when the approval is of this person, was usable at an instant (ISO), and its question contains the other one. */
export function isUsableFor(
  row: ApprovalRow,
  user: Pick<PlantUser, 'uuid'>,
  question: TransitFilter,
  atIso: string,
): boolean {
  return (
    row.requester === user.uuid &&
    findApprovalState(row, computeApprovalTerms(parseInstantMs(atIso))) === 'granted' &&
    coversQuestion(toStoredQuestion(row), toApprovalQuestion(question))
  );
}
