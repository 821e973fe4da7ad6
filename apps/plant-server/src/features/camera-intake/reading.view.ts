import type { CameraMessage, CameraReading, CameraVehicle } from '@varco/contract/plant/camera-messages.ts';
import type { CameraMessage as SentMessage } from '@varco/cameras/camera-types.ts';
import { describeFields } from '@varco/cameras/read-camera-message.ts';
import type { MessageRow } from './camera-messages.repository.ts';
import type { PlannedMessage, PlannedVehicle } from './plan-reads.ts';

const MAX_TEXT = 20_000;
const MAX_VEHICLES = 100;
const MAX_NOTES = 100;

export const toMessage = (row: MessageRow): CameraMessage => ({
  id: row.id,
  ricevuto_il: row.received_at,
  stato: row.state === 'trial' ? 'prova' : 'rifiutato',
  motivo: row.reason,
  famiglia: row.family,
  dimensione: row.size,
});

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

function toVehicle({ seen, validated }: PlannedVehicle): CameraVehicle {
  const refusal = typeof validated.validation === 'string' ? validated.validation : null;
  return {
    targa: seen.plate === null ? null : cut(seen.plate, 200),
    data: seen.at,
    origine_ora: seen.timeSource,
    evento: seen.externalId === null ? null : cut(seen.externalId, 200),
    dispositivo: seen.device === null ? null : cut(seen.device, 200),
    lista: seen.listHit === null ? null : cut(seen.listHit, 200),
    violazione: seen.violation === null ? null : cut(seen.violation, 200),
    immagini: seen.pictures.slice(0, 20).map(({ role, bytes }) => ({ tipo: role, byte: bytes.length })),
    lettura: refusal === null ? validated.read : null,
    motivo: refusal,
  };
}

/** The start of a body as text: what is no text becomes dots. */
const toText = (body: Uint8Array): string =>
  new TextDecoder('utf-8')
    .decode(body.subarray(0, 2 * MAX_TEXT))
    .replace(/[^\P{C}\n\t]|\ufffd/gu, '.')
    .slice(0, MAX_TEXT)
    .toWellFormed();

/** Wire form of a message as it is understood. */
export function toReading(message: SentMessage, { result, vehicles }: PlannedMessage): CameraReading {
  const isRefused = result.kind === 'refused';
  return {
    esito: result.kind === 'reads' ? 'letture' : result.kind === 'heartbeat' ? 'contatto' : 'rifiutato',
    famiglia: result.family,
    motivo: isRefused ? result.reason : null,
    dettaglio: isRefused ? cut(result.detail, 300) : '',
    note: isRefused ? [] : result.notes.slice(0, MAX_NOTES).map(({ code, field }) => ({ codice: code, campo: field })),
    veicoli: vehicles.slice(0, MAX_VEHICLES).map(toVehicle),
    campi: describeFields(message).map(({ path, value }) => ({ percorso: cut(path, 400), valore: cut(value, 200) })),
    testo: message.body.length === 0 ? cut(message.query, MAX_TEXT) : toText(message.body),
  };
}
