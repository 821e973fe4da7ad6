import type { Approval, ApprovalState } from '@varco/contract/plant/approvals.ts';
import { TransitFilter } from '@varco/contract/plant/transits.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { ApprovalRow, ListedApproval } from './approvals.repository.ts';
import type { ApprovalTerms } from './approval-terms.ts';

/** The state as of now: stored states do not change by themselves when their time is over. */
export function findApprovalState(row: ApprovalRow, { nowIso, openSinceIso }: ApprovalTerms): ApprovalState {
  const isOver =
    (row.state === 'open' && row.requested_at < openSinceIso) ||
    (row.state === 'granted' && row.usable_until !== null && row.usable_until <= nowIso);
  return isOver ? 'expired' : row.state;
}

type Reader = Pick<PlantUser, 'uuid' | 'approves' | 'sees_plates'>;

/** Why this reader may not decide; null: they may. */
export function findObstacle(
  row: Pick<ListedApproval, 'requester' | 'is_same_case'>,
  reader: Reader,
): Approval['impedimento'] {
  if (row.requester === reader.uuid) return 'own';
  if (!reader.approves || !reader.sees_plates) return 'no_right';
  return row.is_same_case ? 'same_case' : null;
}

/** The stored question, to compare others with. */
export const toStoredQuestion = (row: ApprovalRow) => ({
  text: row.filter_text,
  startMs: row.from_at === null ? null : parseInstantMs(row.from_at),
  endMs: row.to_at === null ? null : parseInstantMs(row.to_at),
});

/** A request on the wire, as this reader may treat it. */
export const toApprovalView = (row: ListedApproval, reader: Reader, terms: ApprovalTerms): Approval => ({
  id: row.id,
  lotto: row.batch,
  richiedente: row.requester_name,
  propria: row.requester === reader.uuid,
  richiesta_il: row.requested_at,
  motivo: row.reason,
  fascicolo: row.case_number,
  nota: row.note,
  filtro: TransitFilter.parse({
    ...Object(JSON.parse(row.filter_text)),
    ...(row.from_at === null ? {} : { f_startTime: row.from_at }),
    ...(row.to_at === null ? {} : { f_endTime: row.to_at }),
  }),
  stato: findApprovalState(row, terms),
  impedimento: findObstacle(row, reader),
  deciso_da: row.decided_name,
  deciso_il: row.decided_at,
  nota_decisione: row.decision_note,
  valida_fino: row.usable_until,
});
