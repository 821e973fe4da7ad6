import { createHash } from 'node:crypto';
import { PersonFindings, type PersonRequest } from '@varco/contract/plant/person-requests.ts';
import { canonicalJson, toAuditJson } from '@varco/domain/audit/canonical-json.ts';
import { addMonths } from '@varco/domain/time/rome.ts';
import type { Actor, NewEnd, RequestRow } from './person-requests.repository.ts';

/** GDPR art. 12(3): one month, which one reasoned decision extends by two. The house answers police requests in the same time. */
const FIRST_MONTHS = 1;
const EXTENDED_MONTHS = 3;

/** Last day for an answer to a request received on a day. */
export const computeDueDay = (receivedOn: string): string => addMonths(receivedOn, FIRST_MONTHS);
export const computeExtendedDay = (receivedOn: string): string => addMonths(receivedOn, EXTENDED_MONTHS);

/** Last day for an answer, with the extension. */
const getDueDay = (row: Pick<RequestRow, 'due_on' | 'extended_to'>): string => row.extended_to ?? row.due_on;

export const toPersonRequestView = (row: RequestRow): PersonRequest => ({
  id: row.id,
  lotto: row.batch,
  riferimento: row.reference,
  tipo: row.kind,
  regime: row.regime,
  nome: row.person_name,
  recapito: row.contact,
  targa: row.plate,
  nazione: row.nation,
  dal: row.from_day,
  al: row.to_day,
  prova_periodo: row.period_proof,
  ricevuta_il: row.received_on,
  scadenza: getDueDay(row),
  registrata_da: row.made_name,
  registrata_il: row.made_at,
  identita:
    row.identity_at === null
      ? null
      : { prova: row.identity_note ?? '', da: row.identity_name ?? '', il: row.identity_at },
  proroga:
    row.extension_at === null
      ? null
      : { motivo: row.extension_note ?? '', da: row.extension_name ?? '', il: row.extension_at },
  cancellazione:
    row.erasure_at === null
      ? null
      : {
          transiti: row.n_erased ?? 0,
          trattenuti: row.n_held ?? 0,
          da: row.erasure_name ?? '',
          il: row.erasure_at,
        },
  limitazione:
    row.restriction_at === null
      ? null
      : {
          transiti: row.n_restricted ?? 0,
          trattenuti: row.n_unrestricted ?? 0,
          da: row.restriction_name ?? '',
          il: row.restriction_at,
        },
  limitati: row.n_now,
  preavviso:
    row.notice_at === null ? null : { motivo: row.notice_note ?? '', da: row.notice_name ?? '', il: row.notice_at },
  revoca: row.lift_at === null ? null : { transiti: row.n_lifted ?? 0, da: row.lift_name ?? '', il: row.lift_at },
  stato: row.state ?? 'open',
  chiusura:
    row.state === null
      ? null
      : {
          motivo_rifiuto: row.ground === '' ? null : row.ground,
          decisione: row.decision ?? '',
          da: row.end_name ?? '',
          il: row.end_at ?? row.made_at,
          impronta: row.digest ?? '',
        },
});

/** The stored findings of an answer; null: it states none. */
export const readStoredFindings = ({ findings }: Pick<RequestRow, 'findings'>): PersonFindings | null =>
  findings === null ? null : PersonFindings.parse(findings);

/** SHA-256, hex, of everything an answer or refusal stands for. */
export function hashEndedRequest(row: RequestRow, end: Omit<NewEnd, 'digest'>, by: Actor): string {
  const { id, batch, reference, kind, regime, person_name: personName, contact, plate, nation } = row;
  const record = {
    ...{ id, batch, reference, kind, regime, person_name: personName, contact, plate, nation },
    ...{ from_day: row.from_day, to_day: row.to_day, period_proof: row.period_proof, received_on: row.received_on },
    ...{ due_on: row.due_on, made_by: row.made_by, made_name: row.made_name, made_at: row.made_at },
    identity: [row.identity_note, row.identity_name, row.identity_at],
    extension: [row.extension_note, row.extension_name, row.extension_at, row.extended_to],
    erasure: [row.n_erased, row.n_held, row.erasure_name, row.erasure_at],
    // Absent where nothing was restricted: the hash of such a request stays what it was before restrictions were carried out.
    ...(row.restriction_at === null
      ? {}
      : { restriction: [row.n_restricted, row.n_unrestricted, row.restriction_name, row.restriction_at] }),
    ...end,
    ...{ ended_by: by.person, ended_name: by.name, ended_at: by.at },
  };
  return createHash('sha256')
    .update(canonicalJson(toAuditJson(record)))
    .digest('hex');
}
