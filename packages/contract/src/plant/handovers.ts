import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText } from '../wire.ts';

/** Hand-over of a shift: what is open on a plant, what is said about it, and who signed for it (ADR 0055). */

/** What can be open at the end of a shift. */
export const HANDOVER_KINDS = ['alert', 'camera', 'approval', 'export'] as const;
export type HandoverKind = (typeof HANDOVER_KINDS)[number];

/** Why an alert stayed with the outgoing person: another one has it, it is closed, or the signer may not see it. */
export const NOT_PASSED_REASONS = ['changed', 'closed', 'not_visible'] as const;

/** Maximum number of open items of a plant in one hand-over; the record says when there were more. */
export const MAX_HANDOVER_ITEMS = 300;
export const MAX_HANDOVER_NOTE = 2000;
export const MAX_ITEM_NOTE = 500;
/** Hand-overs are listed, and stored, this long. */
export const HANDOVER_DAYS = 90;

const ItemKey = { tipo: z.enum(HANDOVER_KINDS), id: z.string().min(1).max(40) };

/** An open item as it is or was. Plates come from the alert and end with it. */
export const HandoverItem = z
  .object({
    ...ItemKey,
    /** Since when it is open: raised, silent, requested or failed. */
    dal: IsoInstant,
    varco: z.string().max(120),
    /** Kind of the alert or of the export, or name of the requester. */
    voce: z.string().max(200),
    targa: z.string().max(32),
    nazione: z.string().max(3),
    /** Who has it; empty: nobody. */
    in_carico_a: z.string().max(200),
    /** It belongs to the outgoing person, so that it passes with the signature. */
    passa: z.boolean(),
    sollecitato_a: z.enum(['shift', 'supervisor']).nullable(),
    /** Patrol that was sent and has no outcome yet; empty: none. */
    inviata: z.string().max(80),
    inviata_il: IsoInstant.nullable(),
    nota: z.string().max(MAX_ITEM_NOTE),
    /** The newest note of an earlier hand-over about the same item. */
    nota_prima: z.object({ nota: z.string().max(MAX_ITEM_NOTE), di: z.string().max(200), il: IsoInstant }).nullable(),
  })
  .meta({ id: 'HandoverItem' });
export type HandoverItem = z.output<typeof HandoverItem>;

const Colleague = z.object({ uuid: z.uuid(), username: z.string().max(100), nome: z.string().max(200) });

/** A hand-over on one plant, without its items. */
export const HandoverSummary = z
  .object({
    id: z.uuid(),
    /** Chosen by the browser of the outgoing person, the same on every plant. */
    lotto: z.uuid(),
    da: z.string().max(200),
    da_me: z.boolean(),
    /** Empty: whoever takes the next shift, of the same group. */
    a: z.string().max(200),
    il: IsoInstant,
    nota: z.string().max(MAX_HANDOVER_NOTE),
    /** Names of the plants it was made on together, this one included: whoever reads sees which part is not there. */
    impianti: z.array(z.string().max(120)).max(50),
    /** Plants that did not answer when it was made. */
    mancanti: z.array(z.string().max(120)).max(50),
    n_voci: z.int().min(0),
    /** More was open than the record holds. */
    oltre: z.boolean(),
    /** The reader may sign it. */
    firmabile: z.boolean(),
    chiusura: z
      .object({
        come: z.enum(['signed', 'withdrawn']),
        da: z.string().max(200),
        il: IsoInstant,
        /** SHA-256 of the signed record, as it stands in the consultation log; empty: withdrawn. */
        impronta: z.string().max(64),
        passati: z.int().min(0),
        non_passati: z
          .array(z.object({ id: z.string().max(40), perche: z.enum(NOT_PASSED_REASONS) }))
          .max(MAX_HANDOVER_ITEMS),
      })
      .nullable(),
  })
  .meta({ id: 'HandoverSummary' });
export type HandoverSummary = z.output<typeof HandoverSummary>;

export const Handover = HandoverSummary.extend({
  voci: z.array(HandoverItem).max(MAX_HANDOVER_ITEMS),
  /** Items the reader may not see, or that were deleted meanwhile. */
  nascoste: z.int().min(0),
}).meta({ id: 'Handover' });
export type Handover = z.output<typeof Handover>;

const ACT = { who: 'plant-user', rule: 'alerts.read' } as const;
const IdParam = z.object({ id: z.uuid() });

export const readOpenItems = endpoint({
  id: 'readOpenItems',
  method: 'GET',
  path: '/api/handovers/open',
  summary: 'What is open now, as far as the caller may see it, and the colleagues who may take it',
  response: z
    .object({
      voci: z.array(HandoverItem).max(MAX_HANDOVER_ITEMS),
      oltre: z.boolean(),
      colleghi: z.array(Colleague).max(500),
    })
    .meta({ id: 'OpenItems' }),
  errors: CALL_ERRORS,
  access: ACT,
  audit: 'handovers.open',
  limit: 'read',
});

/**
 * The plant itself reads what is open; the caller adds notes. The same `lotto` again returns the first record.
 * `conflict`/`handover_open`: an earlier one of the caller waits for its signature; `handover_item`: a note names what is not
 * open, or not visible to the caller; `not_found`: no such colleague.
 */
export const makeHandover = endpoint({
  id: 'makeHandover',
  method: 'POST',
  path: '/api/handovers',
  summary: 'Hand the shift over to a colleague, or to the next one of the same group',
  body: z.object({
    lotto: z.uuid(),
    a: z.uuid().nullable(),
    nota: plainText(MAX_HANDOVER_NOTE).transform((text) => text.trim()),
    impianti: z.array(plainText(120)).max(50),
    mancanti: z.array(plainText(120)).max(50),
    note: z.array(z.object({ ...ItemKey, nota: plainText(MAX_ITEM_NOTE) })).max(MAX_HANDOVER_ITEMS),
  }),
  response: HandoverSummary,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: ACT,
  audit: 'handovers.make',
  limit: 'command',
  grows: ['database'],
});

export const listHandovers = endpoint({
  id: 'listHandovers',
  method: 'GET',
  path: '/api/handovers',
  summary:
    'Hand-overs of the last 90 days that the caller gave, signed or may sign, newest first; all for administrators',
  response: z.object({ objects: z.array(HandoverSummary).max(200) }).meta({ id: 'Handovers' }),
  errors: CALL_ERRORS,
  access: ACT,
  audit: 'handovers.list',
  limit: 'read',
});

export const countWaitingHandovers = endpoint({
  id: 'countWaitingHandovers',
  method: 'GET',
  path: '/api/handovers/waiting',
  summary: 'Hand-overs that wait for the signature of the caller, by the id that is the same on every plant',
  response: z.object({ lotti: z.array(z.uuid()).max(200) }).meta({ id: 'WaitingHandovers' }),
  errors: CALL_ERRORS,
  access: ACT,
  audit: null,
  limit: 'read',
});

export const getHandover = endpoint({
  id: 'getHandover',
  method: 'GET',
  path: '/api/handovers/:id',
  summary: 'A hand-over with its items, as far as the caller may see them',
  params: IdParam,
  response: Handover,
  errors: [...CALL_ERRORS, 'not_found'],
  access: ACT,
  audit: 'handovers.read',
  limit: 'read',
});

/**
 * Open alerts of the outgoing person pass to the signer in one transaction; those that changed hands meanwhile stay. Signed again by
 * the same person it returns the same record. `no_perms`/`own_handover`, `not_recipient`; `conflict`/`handover_closed`.
 */
export const signHandover = endpoint({
  id: 'signHandover',
  method: 'POST',
  path: '/api/handovers/:id/sign',
  summary: 'Sign for a hand-over: its alerts pass to the caller, and the record is fixed',
  params: IdParam,
  response: HandoverSummary,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: ACT,
  audit: 'handovers.sign',
  limit: 'command',
  grows: ['database'],
});

export const withdrawHandover = endpoint({
  id: 'withdrawHandover',
  method: 'DELETE',
  path: '/api/handovers/:id',
  summary: 'Withdraw an own hand-over that nobody signed yet',
  params: IdParam,
  response: null,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: ACT,
  audit: 'handovers.withdraw',
  limit: 'command',
});
