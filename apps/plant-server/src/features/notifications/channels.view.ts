import type { AlertRecipient, ChannelState, RecipientBody } from '@varco/contract/plant/alert-channels.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { ChannelRow, RecipientRow } from './channel.repository.ts';
import type { readNewestDeliveries, RecipientFields } from './channels.repository.ts';

export const toOptionalInstant = (text: string | null): string | null =>
  text === null ? null : toIsoInstant(parseInstantMs(text));

export function toChannelState(
  row: ChannelRow,
  { waiting, failed }: { readonly waiting: number; readonly failed: number },
): ChannelState {
  return {
    tipo: row.kind,
    attivo: row.is_enabled,
    mostra_targa: row.shows_plate,
    ha_segreto: row.secret !== null,
    ver: row.ver,
    in_errore_dal: toOptionalInstant(row.failing_since),
    ultimo_invio: toOptionalInstant(row.last_sent_at),
    ultimo_errore: row.last_error,
    in_attesa: waiting,
    non_consegnati: failed,
  };
}

export const toAlertRecipient = (row: RecipientRow): AlertRecipient => ({
  id: row.id,
  canale: row.channel,
  nome: row.name,
  // The address of a browser is never shown.
  indirizzo: row.channel === 'push' ? '' : row.address,
  utente: row.username,
  tipi: ALERT_KINDS.filter((kind) => row.kinds.includes(kind)),
  varchi: row.gates === null ? null : [...row.gates],
  nuovi: row.gets_new,
  solleciti: row.gets_urged,
  responsabile: row.gets_supervised,
  silenzio: row.quiet_from === null || row.quiet_to === null ? null : { dalle: row.quiet_from, alle: row.quiet_to },
  urgenti_sempre: row.urgent_always,
  pausa_minuti: row.cooldown_min,
  al_minuto: row.per_minute,
  lingua: row.language,
  attivo: row.is_enabled,
  ver: row.ver,
});

/** Converts a request body to stored fields; `user`: id of the user whose rights apply. */
export const toRecipientFields = (body: RecipientBody, user: number | null): RecipientFields => ({
  channel: body.canale,
  name: body.nome,
  address: body.indirizzo,
  secret: null,
  plant_user: user,
  kinds: [...new Set(body.tipi)],
  gates: body.varchi === null ? null : [...new Set(body.varchi)],
  gets_new: body.nuovi,
  gets_urged: body.solleciti,
  gets_supervised: body.responsabile,
  quiet_from: body.silenzio?.dalle ?? null,
  quiet_to: body.silenzio?.alle ?? null,
  urgent_always: body.urgenti_sempre,
  cooldown_min: body.pausa_minuti,
  per_minute: body.al_minuto,
  language: body.lingua,
  is_enabled: body.attivo,
  device: 'pc',
});

type DeliveryRow = Awaited<ReturnType<typeof readNewestDeliveries>>[number];
export const toAlertDelivery = (row: DeliveryRow) => ({
  id: row.id,
  allarme: row.alert,
  canale: row.channel,
  destinatario: row.to_name,
  tipo: row.kind,
  occasione: row.occasion,
  creato_il: toIsoInstant(parseInstantMs(row.created_at)),
  finito_il: toOptionalInstant(row.ended_at),
  tentativi: row.tries,
  esito: row.outcome,
  errore: row.error,
});
