import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint, eventStream } from '../endpoint.ts';
import { IsoInstant, plainText } from '../wire.ts';
import { TransitFilter } from './transits.ts';

/** Requests to put one question beyond the limits of a role, which a second person grants or refuses (ADR 0027). */

/** `expired`: nobody decided in time, or the grant has ended. */
export const APPROVAL_STATES = ['open', 'granted', 'refused', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Why the reader may not decide: their own request, or they consulted under the same case number. */
export const APPROVAL_OBSTACLES = ['own', 'same_case', 'no_right'] as const;

export const MIN_APPROVAL_NOTE = 10;
const MAX_NOTE = 1000;
const note = plainText(MAX_NOTE)
  .transform((text) => text.trim())
  .refine((text) => text.length >= MIN_APPROVAL_NOTE, 'short');

/** Maximum number of requests in one response; older ones are left out. */
export const MAX_APPROVALS = 200;
/** Maximum number of undecided requests of a person. */
export const MAX_OPEN_APPROVALS = 20;

export const Approval = z
  .object({
    id: z.uuid(),
    /** Chosen by the browser of the requester, the same on every plant that was asked. */
    lotto: z.uuid(),
    richiedente: z.string().max(200),
    propria: z.boolean(),
    richiesta_il: IsoInstant,
    motivo: z.string().max(400),
    fascicolo: z.string().max(80),
    /** Why the limit is not enough. */
    nota: z.string().max(MAX_NOTE),
    /** The question: the filter with its period, without paging. */
    filtro: TransitFilter,
    stato: z.enum(APPROVAL_STATES),
    /** Null: the reader may decide an open request. */
    impedimento: z.enum(APPROVAL_OBSTACLES).nullable(),
    deciso_da: z.string().max(200).nullable(),
    deciso_il: IsoInstant.nullable(),
    nota_decisione: z.string().max(MAX_NOTE).nullable(),
    /** End of a grant. */
    valida_fino: IsoInstant.nullable(),
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof Approval>;

const USE = { who: 'plant-user', rule: 'transits.read' } as const;

/**
 * Asks for one question. A repeated request for a question that waits or is granted returns that one. `conflict` /
 * `too_many_requests`: the person has `MAX_OPEN_APPROVALS` undecided ones.
 */
export const requestApproval = endpoint({
  id: 'requestApproval',
  method: 'POST',
  path: '/api/approvals',
  summary: 'Ask a second person to allow one search beyond the limits of the caller’s role',
  body: z.object({ lotto: z.uuid(), filtro: TransitFilter, nota: note }),
  response: Approval,
  errors: [...CALL_ERRORS, 'reason_required', 'conflict'],
  access: USE,
  audit: 'approvals.request',
  limit: 'command',
  grows: ['database'],
});

export const listApprovals = endpoint({
  id: 'listApprovals',
  method: 'GET',
  path: '/api/approvals',
  summary: 'Requests of the last 30 days, newest first: the caller’s own, and those of others where the caller decides',
  response: z.object({ objects: z.array(Approval).max(MAX_APPROVALS) }).meta({ id: 'Approvals' }),
  errors: CALL_ERRORS,
  access: USE,
  audit: 'approvals.list',
  limit: 'read',
});

/** `no_perms` / `own_approval`, `same_case`; `conflict` when it is no longer open. */
export const decideApproval = endpoint({
  id: 'decideApproval',
  method: 'POST',
  path: '/api/approvals/:id/decision',
  summary: 'Grant or refuse the request of somebody else; decided once and never changed',
  params: z.object({ id: z.uuid() }),
  body: z.object({ esito: z.enum(['granted', 'refused']), nota: note }),
  response: Approval,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: { who: 'plant-user', rule: 'approvals.decide' },
  audit: 'approvals.decide',
  limit: 'command',
});

export const withdrawApproval = endpoint({
  id: 'withdrawApproval',
  method: 'DELETE',
  path: '/api/approvals/:id',
  summary: 'Withdraw an own request that is still open',
  params: z.object({ id: z.uuid() }),
  response: null,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: USE,
  audit: 'approvals.withdraw',
  limit: 'command',
});

/** `da_decidere`: open requests the reader may decide. `versione` differs whenever the reader’s list may have changed. */
export const ApprovalNews = z
  .object({ da_decidere: z.int().min(0), versione: z.string().max(80) })
  .meta({ id: 'ApprovalNews' });
export type ApprovalNews = z.infer<typeof ApprovalNews>;

/** Events: `richieste` (data: `ApprovalNews`; at once, then whenever it changes) and `ping` (every 15 s). */
export const watchApprovals = endpoint({
  id: 'watchApprovals',
  method: 'POST',
  path: '/api/approvals/watch',
  summary: 'Whether requests came or were decided, as an event stream',
  body: z.object({}),
  response: eventStream,
  errors: CALL_ERRORS,
  access: USE,
  audit: null,
  limit: 'events',
});
