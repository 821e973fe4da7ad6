import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText, IdParams } from '../wire.ts';

const OWN = { who: 'plant-user', rule: 'alerts.read' } as const;
/** A person responsible for the INTERFORCE list, or an administrator of the plant. */
const PEOPLE = { who: 'plant-user', rule: 'people.alerts' } as const;

/** `asked`: a request that a responsible person has not decided yet. */
const InterforceState = z.enum(['no', 'asked', 'enabled']);

/** A person's access to the INTERFORCE list of a plant. */
const InterforceDecision = {
  interforze: InterforceState,
  chiesta_il: IsoInstant.nullable(),
  decisa_il: IsoInstant.nullable(),
  decisa_da: z.string().max(100),
  /** How the person was verified, or why access was refused. */
  verifica: z.string().max(200),
};

export const OwnInterforce = z
  .object({
    ...InterforceDecision,
    /** This person decides about others. */
    responsabile: z.boolean(),
    /** The call came from the internal network, which is required to enable somebody. */
    interno: z.boolean(),
  })
  .meta({ id: 'OwnInterforce' });
export type OwnInterforce = z.infer<typeof OwnInterforce>;

export const readInterforce = endpoint({
  id: 'readInterforce',
  method: 'GET',
  path: '/api/interforze',
  summary: 'The caller’s access to the INTERFORCE list of this plant',
  response: OwnInterforce,
  errors: CALL_ERRORS,
  access: OWN,
  audit: null,
  limit: 'read',
});

export const askInterforce = endpoint({
  id: 'askInterforce',
  method: 'PUT',
  path: '/api/interforze',
  summary: 'Request access to the INTERFORCE list, or give it up: a pending request is withdrawn, granted access ends',
  body: z.object({ chiede: z.boolean() }),
  response: OwnInterforce,
  errors: CALL_ERRORS,
  access: OWN,
  audit: 'interforce.ask',
  limit: 'command',
});

/** A person of the plant's forces, with the alerts this person receives. */
export const AlertPerson = z
  .object({
    id: z.int(),
    username: z.string().max(100),
    fullname: z.string().max(200),
    group: z.string().max(200),
    level: z.int(),
    ...InterforceDecision,
    notifica_blacklist: z.boolean(),
    notifica_rubati: z.boolean(),
  })
  .meta({ id: 'AlertPerson' });
export type AlertPerson = z.infer<typeof AlertPerson>;

export const PEOPLE_PAGE = 50;

export const searchAlertPeople = endpoint({
  id: 'searchAlertPeople',
  method: 'POST',
  path: '/api/alert-people/search',
  summary:
    'Enabled members of the plant’s forces and the alerts they get; who waits for the INTERFORCE list comes first',
  body: z.object({
    /** Part of a name. */
    q: plainText(100).optional(),
    interforze: z.array(InterforceState).min(1).max(3).optional(),
    p: z.int().min(1).max(10_000).default(1),
  }),
  response: z.object({ objects: z.array(AlertPerson).max(PEOPLE_PAGE), has_next: z.boolean() }),
  errors: CALL_ERRORS,
  access: PEOPLE,
  audit: 'people.search',
  limit: 'read',
});

export const decideInterforce = endpoint({
  id: 'decideInterforce',
  method: 'PUT',
  path: '/api/alert-people/:id/interforze',
  summary: 'Grant, refuse or revoke a person’s access to the INTERFORCE list; only from the internal network',
  params: IdParams,
  body: z.object({
    abilita: z.boolean(),
    /** How the person was verified, or why access is refused. */
    verifica: plainText(200)
      .transform((text) => text.trim())
      .refine((text) => text.length >= 3, 'empty'),
  }),
  response: AlertPerson,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: PEOPLE,
  audit: 'interforce.decide',
  limit: 'command',
});

export const setAlertNotices = endpoint({
  id: 'setAlertNotices',
  method: 'PUT',
  path: '/api/alert-people/:id/notifiche',
  summary: 'Set whether a person gets blacklist alerts outside the browser',
  params: IdParams,
  body: z.object({ notifica_blacklist: z.boolean() }),
  response: AlertPerson,
  errors: [...CALL_ERRORS, 'not_found'],
  access: { who: 'plant-user', rule: 'channels.manage' },
  audit: 'people.notices',
  limit: 'command',
});
