import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { CHANNEL_KINDS, DELIVERY_OCCASIONS } from '@varco/domain/alerts/deliveries.ts';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText, IdParams, RowId } from '../wire.ts';

const Kind = z.enum(ALERT_KINDS);
const Kinds = z.array(Kind).min(1).max(ALERT_KINDS.length);
const ChannelKind = z.enum(CHANNEL_KINDS);
const Mail = z.string().max(254).refine(isMailAddress, 'not a plain mail address');

/** True for an http address without user, password or fragment; where it leads is checked with each call. */
export const isServiceUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
};
const ServiceUrl = z.string().max(300).refine(isServiceUrl, 'must be an https address');
/** The only certificate authority to trust instead of the system's; empty: the system's. */
const Authority = z
  .string()
  .max(8000)
  .regex(/^(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*$/);

/** Where a channel sends. Secrets are written through `segreto` and never returned. */
const MailSettings = z.object({
  server: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9.:-]+$/),
  porta: z.int().min(1).max(65_535),
  /** `nessuna`: allowed only where the plant runs as a demo. */
  sicurezza: z.enum(['tls', 'starttls', 'nessuna']),
  utente: plainText(200),
  mittente: Mail,
  autorita: Authority,
});
const TelegramSettings = z.object({ indirizzo: ServiceUrl, autorita: Authority });
const TetraSettings = z.object({ indirizzo: ServiceUrl, autorita: Authority });
/** Contact address for the push services of the browsers (RFC 8292). */
const PushSettings = z.object({ contatto: Mail });
export type MailSettings = z.output<typeof MailSettings>;
export type ServiceSettings = z.output<typeof TetraSettings>;
export type PushSettings = z.output<typeof PushSettings>;

/** Settings by channel; null: never configured. */
export const ChannelSettings = z
  .object({
    mail: MailSettings.nullable(),
    telegram: TelegramSettings.nullable(),
    tetra: TetraSettings.nullable(),
    push: PushSettings.nullable(),
  })
  .meta({ id: 'ChannelSettings' });
export type ChannelSettings = z.output<typeof ChannelSettings>;

/** State of a channel. */
export const ChannelState = z
  .object({
    tipo: ChannelKind,
    attivo: z.boolean(),
    mostra_targa: z.boolean(),
    ha_segreto: z.boolean(),
    ver: z.int(),
    /** Since when its service has refused messages; null: it accepts them. */
    in_errore_dal: IsoInstant.nullable(),
    ultimo_invio: IsoInstant.nullable(),
    /** The service's last error message. */
    ultimo_errore: z.string().max(300),
    in_attesa: z.int().min(0),
    /** Abandoned or refused in the last 24 hours. */
    non_consegnati: z.int().min(0),
  })
  .meta({ id: 'ChannelState' });
export type ChannelState = z.infer<typeof ChannelState>;

const QuietMinute = z.int().min(0).max(1439);
/** Which alerts a recipient gets, and when. */
export const RecipientRules = {
  tipi: Kinds,
  /** Absent or null: every gate. */
  varchi: z.array(z.int().min(1).max(32_767)).min(1).max(500).nullable().default(null),
  /** Quiet hours, minutes of the day in Rome; null: none. */
  silenzio: z.object({ dalle: QuietMinute, alle: QuietMinute }).nullable().default(null),
  /** Stolen-vehicle and blacklist alerts ignore the quiet hours. */
  urgenti_sempre: z.boolean().default(true),
  /** Minutes within which the same plate and kind is sent only once; 0: always sent. */
  pausa_minuti: z.int().min(0).max(1440).default(10),
};

const RecipientBody = z
  .object({
    canale: z.enum(['mail', 'telegram', 'tetra']),
    nome: plainText(80)
      .transform((name) => name.trim())
      .refine((name) => name !== '', 'empty'),
    /** Mail address, Telegram chat, radio or group number. */
    indirizzo: z.string().max(254).trim(),
    /** The user whose rights apply; null: an office. */
    utente: plainText(100).nullable().default(null),
    ...RecipientRules,
    nuovi: z.boolean().default(true),
    /** Also gets escalations of open alerts that nobody took in time. */
    solleciti: z.boolean().default(false),
    /** Also gets alerts that nobody took even after the escalation. */
    responsabile: z.boolean().default(false),
    al_minuto: z.int().min(1).max(60).default(10),
    lingua: z.enum(['it', 'en']).default('it'),
    attivo: z.boolean().default(true),
  })
  .refine(({ nuovi, solleciti, responsabile }) => nuovi || solleciti || responsabile, 'is told nothing')
  .refine(({ canale, indirizzo }) => isChannelAddress(canale, indirizzo), { path: ['indirizzo'], error: 'address' })
  .meta({ id: 'AlertRecipientBody' });
export type RecipientBody = z.output<typeof RecipientBody>;

/** True for an address of the channel: a plain mail address, a chat (number or `@name`), an ISSI or GSSI of up to 8 digits. */
export function isChannelAddress(channel: 'mail' | 'telegram' | 'tetra', address: string): boolean {
  if (channel === 'mail') return isMailAddress(address);
  return (channel === 'telegram' ? /^(-?\d{1,20}|@[A-Za-z]\w{4,31})$/ : /^\d{1,8}$/).test(address);
}

export const AlertRecipient = z
  .object({
    id: RowId,
    canale: ChannelKind,
    nome: z.string().max(80),
    /** Empty for a browser. */
    indirizzo: z.string().max(254),
    utente: z.string().max(100).nullable(),
    tipi: z.array(Kind).max(ALERT_KINDS.length),
    varchi: z.array(z.int()).max(500).nullable(),
    nuovi: z.boolean(),
    solleciti: z.boolean(),
    responsabile: z.boolean().default(false),
    silenzio: z.object({ dalle: z.int(), alle: z.int() }).nullable(),
    urgenti_sempre: z.boolean(),
    pausa_minuti: z.int(),
    al_minuto: z.int(),
    lingua: z.enum(['it', 'en']),
    attivo: z.boolean(),
    ver: z.int(),
  })
  .meta({ id: 'AlertRecipient' });
export type AlertRecipient = z.infer<typeof AlertRecipient>;

/** Maximum number of recipients and browsers of a plant. */
export const MAX_RECIPIENTS = 500;

const MANAGE = { who: 'plant-user', rule: 'channels.manage' } as const;

const Overview = z.object({
  canali: z.array(ChannelState).max(CHANNEL_KINDS.length),
  impostazioni: ChannelSettings,
  destinatari: z.array(AlertRecipient).max(MAX_RECIPIENTS),
});

const read = { errors: CALL_ERRORS, access: MANAGE, limit: 'read' } as const;
const change = { access: MANAGE, limit: 'command' } as const;

export const readAlertChannels = endpoint({
  ...read,
  id: 'readAlertChannels',
  method: 'GET',
  path: '/api/alert-channels',
  summary: 'Alert channels with their state and recipients; secrets are never returned',
  response: Overview,
  audit: 'channels.read',
});

const ChannelSettingsBody = {
  attivo: z.boolean(),
  /** Messages of this channel contain the plate. */
  mostra_targa: z.boolean(),
  /** Password or token; absent: unchanged; empty: none. */
  segreto: plainText(500).optional(),
  ver: z.int(),
};
export const saveAlertChannel = endpoint({
  ...change,
  id: 'saveAlertChannel',
  method: 'PUT',
  path: '/api/alert-channels',
  summary: 'Configure one channel; `conflict` when `ver` is not the current version',
  body: z.discriminatedUnion('tipo', [
    z.object({ tipo: z.literal('mail'), impostazioni: MailSettings, ...ChannelSettingsBody }),
    z.object({ tipo: z.literal('telegram'), impostazioni: TelegramSettings, ...ChannelSettingsBody }),
    z.object({ tipo: z.literal('tetra'), impostazioni: TetraSettings, ...ChannelSettingsBody }),
    z.object({ tipo: z.literal('push'), impostazioni: PushSettings, ...ChannelSettingsBody }),
  ]),
  response: ChannelState,
  errors: [...CALL_ERRORS, 'conflict'],
  audit: 'channels.save',
});

export const testAlertChannel = endpoint({
  id: 'testAlertChannel',
  method: 'POST',
  path: '/api/alert-channels/test',
  summary: 'Send a test message to one recipient now, and return the response of its service',
  body: z.object({ destinatario: RowId }),
  response: z.object({
    riuscito: z.boolean(),
    /** The service's response, or why it could not be called. */
    risposta: z.string().max(300),
    ms: z.int().min(0),
  }),
  errors: [...CALL_ERRORS, 'not_found'],
  access: MANAGE,
  audit: 'channels.test',
  limit: 'look-up',
});

export const addAlertRecipient = endpoint({
  ...change,
  id: 'addAlertRecipient',
  method: 'POST',
  path: '/api/alert-channels/recipients',
  summary: 'A new recipient of alerts',
  body: RecipientBody,
  response: AlertRecipient,
  errors: [...CALL_ERRORS, 'duplicate', 'conflict'],
  audit: 'channels.recipient',
});

export const changeAlertRecipient = endpoint({
  ...change,
  id: 'changeAlertRecipient',
  method: 'PUT',
  path: '/api/alert-channels/recipients/:id',
  summary: 'Change a recipient; `conflict` when `ver` is not the current version',
  params: IdParams,
  body: RecipientBody.safeExtend({ ver: z.int() }),
  response: AlertRecipient,
  errors: [...CALL_ERRORS, 'not_found', 'duplicate', 'conflict'],
  audit: 'channels.recipient',
});

export const removeAlertRecipient = endpoint({
  ...change,
  id: 'removeAlertRecipient',
  method: 'DELETE',
  path: '/api/alert-channels/recipients/:id',
  summary: 'Remove a recipient, or a browser, and its waiting messages',
  params: IdParams,
  response: null,
  errors: [...CALL_ERRORS, 'not_found'],
  audit: 'channels.recipient',
});

/** A message with its delivery outcome; without the plate. */
const AlertDelivery = z
  .object({
    id: z.string().max(19),
    allarme: z.string().max(19),
    canale: ChannelKind,
    destinatario: z.string().max(254),
    tipo: Kind,
    occasione: z.enum(DELIVERY_OCCASIONS),
    creato_il: IsoInstant,
    finito_il: IsoInstant.nullable(),
    tentativi: z.int().min(0),
    /** Null: still waiting. */
    esito: z.enum(['sent', 'refused', 'given_up', 'dropped', 'quiet', 'cooled']).nullable(),
    errore: z.string().max(300),
  })
  .meta({ id: 'AlertDelivery' });
export type AlertDelivery = z.infer<typeof AlertDelivery>;

export const listAlertDeliveries = endpoint({
  ...read,
  id: 'listAlertDeliveries',
  method: 'GET',
  path: '/api/alert-channels/deliveries',
  summary: 'The newest 100 alert messages with their outcome',
  response: z.object({ objects: z.array(AlertDelivery).max(100) }),
  audit: 'channels.read',
});
