import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IdParams, plainText, RowId } from '../wire.ts';
import { isServiceUrl, RecipientRules } from './alert-channels.ts';

const Kind = z.enum(ALERT_KINDS);
/** Maximum number of browsers of one person. */
export const MAX_BROWSERS = 10;

const OWN = { who: 'plant-user', rule: 'alerts.read' } as const;
const changeOwn = { access: OWN, limit: 'command' } as const;

export const readOwnPush = endpoint({
  id: 'readOwnPush',
  method: 'GET',
  path: '/api/alert-channels/push',
  summary: 'Whether this plant sends push notifications, its key, and the caller’s browsers',
  response: z.object({
    attivo: z.boolean(),
    /** Public key of the plant (VAPID), base64url; empty: push is switched off. */
    chiave: z.string().max(100),
    /** Kinds the plant never sends to this person outside the browser. */
    esclusi: z.array(Kind).max(ALERT_KINDS.length),
    objects: z
      .array(
        z.object({
          id: RowId,
          nome: z.string().max(80),
          impronta: z.string().max(64),
          tipi: z.array(Kind),
          attivo: z.boolean(),
        }),
      )
      .max(MAX_BROWSERS),
  }),
  errors: CALL_ERRORS,
  access: OWN,
  audit: null,
  limit: 'read',
});

export const addOwnPush = endpoint({
  ...changeOwn,
  id: 'addOwnPush',
  method: 'POST',
  path: '/api/alert-channels/push',
  summary: 'Register this browser for push notifications, or change its settings',
  body: z.object({
    nome: plainText(80).min(1),
    endpoint: z.string().max(1000).refine(isServiceUrl, 'must be an https address'),
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{80,100}$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{20,30}$/),
    lingua: z.enum(['it', 'en']).default('it'),
    /** Device on which the browser runs. */
    dispositivo: z.enum(['pc', 'smartphone']).default('pc'),
    ...RecipientRules,
  }),
  response: z.object({ id: RowId }),
  errors: [...CALL_ERRORS, 'conflict'],
  audit: 'channels.push',
});

export const removeOwnPush = endpoint({
  ...changeOwn,
  id: 'removeOwnPush',
  method: 'DELETE',
  path: '/api/alert-channels/push/:id',
  summary: 'Stop push notifications in one of the caller’s browsers',
  params: IdParams,
  response: null,
  errors: [...CALL_ERRORS, 'not_found'],
  audit: 'channels.push',
});
