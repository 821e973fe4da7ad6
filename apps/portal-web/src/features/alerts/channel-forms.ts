import type { AlertRecipient, ChannelSettings, ChannelState } from '@varco/contract/plant/alert-channels.ts';
import { ALERT_KINDS, type AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import type { ChannelBody, RecipientBody } from './channels.api.ts';

/** Form values of a channel; fields its kind does not have stay unchanged. */
export interface ChannelDraft {
  readonly isOn: boolean;
  readonly showsPlate: boolean;
  readonly server: string;
  /** A number, or empty while it is typed. */
  readonly port: number | string;
  readonly security: 'tls' | 'starttls' | 'nessuna';
  readonly user: string;
  readonly sender: string;
  readonly address: string;
  readonly authority: string;
  readonly secret: string;
}

const TELEGRAM_URL = 'https://api.telegram.org';

export function createChannelDraft(
  { tipo, attivo, mostra_targa }: ChannelState,
  settings: ChannelSettings,
): ChannelDraft {
  const { mail, telegram, tetra, push } = settings;
  const service = tipo === 'telegram' ? telegram : tipo === 'tetra' ? tetra : null;
  return {
    isOn: attivo,
    showsPlate: mostra_targa,
    server: mail?.server ?? '',
    port: mail?.porta ?? 587,
    security: mail?.sicurezza ?? 'starttls',
    user: mail?.utente ?? '',
    sender: (tipo === 'push' ? push?.contatto : mail?.mittente) ?? '',
    address: service?.indirizzo ?? (tipo === 'telegram' ? TELEGRAM_URL : ''),
    authority: (tipo === 'mail' ? mail?.autorita : service?.autorita) ?? '',
    secret: '',
  };
}

/** Request body; an empty secret is omitted, so that the stored one remains. */
export function buildChannelBody({ tipo, ver }: ChannelState, draft: ChannelDraft): ChannelBody {
  const common = {
    attivo: draft.isOn,
    mostra_targa: draft.showsPlate,
    ver,
    ...(draft.secret === '' ? {} : { segreto: draft.secret }),
  };
  const autorita = draft.authority.trim();
  if (tipo === 'mail') {
    const { server, security: sicurezza, user: utente, sender } = draft;
    const porta = Number(draft.port);
    const impostazioni = { server: server.trim(), porta, sicurezza, utente, mittente: sender.trim(), autorita };
    return { tipo, impostazioni, ...common };
  }
  if (tipo === 'push') return { tipo, impostazioni: { contatto: draft.sender.trim() }, ...common };
  return { tipo, impostazioni: { indirizzo: draft.address.trim(), autorita }, ...common };
}

/** Form values of a recipient. Times are as typed, `HH:mm` at first. */
export interface RecipientDraft {
  readonly channel: 'mail' | 'telegram' | 'tetra';
  readonly name: string;
  readonly address: string;
  readonly person: string;
  readonly kinds: readonly AlertKind[];
  readonly gates: readonly number[];
  readonly getsNew: boolean;
  readonly getsReminders: boolean;
  readonly isSupervisor: boolean;
  readonly isQuiet: boolean;
  readonly from: string;
  readonly to: string;
  readonly urgentAlways: boolean;
  readonly cooldown: number | string;
  readonly perMinute: number | string;
  readonly language: 'it' | 'en';
  readonly isActive: boolean;
}

const two = (n: number): string => String(n).padStart(2, '0');
/** Formats a minute of the day as `HH:mm`. */
export const formatMinuteOfDay = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
/** Parses a typed time, `22:30`, `22.30`, `2230` or `22`, into a minute of the day; null when it is none. */
export function parseMinuteOfDay(text: string): number | null {
  const found = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim());
  const [hours, minutes] = [Number(found?.[1]), Number(found?.[2] ?? 0)];
  return found === null || hours > 23 || minutes > 59 ? null : hours * 60 + minutes;
}

export function createRecipientDraft(before: AlertRecipient | null): RecipientDraft {
  return {
    channel: before === null || before.canale === 'push' ? 'mail' : before.canale,
    name: before?.nome ?? '',
    address: before?.indirizzo ?? '',
    person: before?.utente ?? '',
    kinds: before?.tipi ?? ALERT_KINDS.filter((kind) => kind === 'blacklist' || kind === 'rubata'),
    gates: before?.varchi ?? [],
    getsNew: before?.nuovi ?? true,
    getsReminders: before?.solleciti ?? false,
    isSupervisor: before?.responsabile ?? false,
    isQuiet: before !== null && before.silenzio !== null,
    from: formatMinuteOfDay(before?.silenzio?.dalle ?? 22 * 60),
    to: formatMinuteOfDay(before?.silenzio?.alle ?? 6 * 60),
    urgentAlways: before?.urgenti_sempre ?? true,
    cooldown: before?.pausa_minuti ?? 10,
    perMinute: before?.al_minuto ?? 10,
    language: before?.lingua ?? 'it',
    isActive: before?.attivo ?? true,
  };
}

/** Both ends of the quiet hours; null while one of them cannot be read. */
function getQuietHours({ from, to }: RecipientDraft): NonNullable<RecipientBody['silenzio']> | null {
  const [dalle, alle] = [parseMinuteOfDay(from), parseMinuteOfDay(to)];
  return dalle === null || alle === null ? null : { dalle, alle };
}

export const buildRecipientBody = (draft: RecipientDraft): RecipientBody => ({
  canale: draft.channel,
  nome: draft.name.trim(),
  indirizzo: draft.address.trim(),
  utente: draft.person.trim() === '' ? null : draft.person.trim(),
  tipi: [...draft.kinds],
  varchi: draft.gates.length === 0 ? null : [...draft.gates],
  nuovi: draft.getsNew,
  solleciti: draft.getsReminders,
  responsabile: draft.isSupervisor,
  silenzio: draft.isQuiet ? getQuietHours(draft) : null,
  urgenti_sempre: draft.urgentAlways,
  pausa_minuti: Number(draft.cooldown),
  al_minuto: Number(draft.perMinute),
  lingua: draft.language,
  attivo: draft.isActive,
});

/** Whether a recipient can be saved: named, reachable, notified of something, and with quiet hours that can be read. */
export const isRecipientComplete = (draft: RecipientDraft): boolean =>
  draft.name.trim() !== '' &&
  draft.address.trim() !== '' &&
  draft.kinds.length > 0 &&
  (draft.getsNew || draft.getsReminders || draft.isSupervisor) &&
  (!draft.isQuiet || getQuietHours(draft) !== null);
