import type { Camera, CameraFamily, CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import type { ReceptionView } from '@varco/contract/plant/camera-reception.ts';
import { CAMERA_PATH } from '@varco/contract/plant/camera-intake.ts';
import { FAMILIES } from '@varco/cameras/families.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { CameraSums } from './camera-hours.repository.ts';
import type { CameraRow } from './cameras.repository.ts';

/** A camera without a message for this long is silent. */
const SILENT_AFTER_MS = 3_600_000;

function getCameraState(row: CameraRow, sums: CameraSums | null, nowMs: number): Camera['stato'] {
  if (row.revoked_at !== null) return 'revocata';
  if (row.is_trial) return 'prova';
  if (row.last_message === null) return 'attesa';
  if (nowMs - parseInstantMs(row.last_message) > SILENT_AFTER_MS) return 'silenziosa';
  const isRefused = sums !== null && sums.recent_refused > 0 && sums.recent_reads === 0;
  return isRefused ? 'rifiutata' : 'attiva';
}

function toReception({ reception, has_secret: ha_password, uuid }: CameraRow, folder: FindFolder): ReceptionView {
  switch (reception.tipo) {
    case 'http':
    case 'tcp':
      return reception;
    case 'cartella':
      return { ...reception, percorso: folder(uuid) };
    case 'mqtt':
    case 'flusso':
    case 'onvif':
      return { ...reception, ha_password };
  }
}

/** Folder of the camera with a uuid, on the plant's machine. */
export type FindFolder = (uuid: string) => string;

/** Wire form of a camera. `sums`: what it sent; null: nothing. */
export function toCamera(row: CameraRow, sums: CameraSums | null, nowMs: number, folder: FindFolder): Camera {
  return {
    id: row.id,
    nome: row.name,
    varco_id: row.gate,
    varco: row.gate_name,
    famiglia: row.family,
    fuso: row.time_zone,
    unita: row.speed_unit,
    mappatura: row.mapping,
    reti: [...row.networks],
    ricezione: toReception(row, folder),
    dispositivo: row.device_filter,
    guasto: row.reception_fault,
    collegata_dal: row.connected_at,
    ultimo_guasto: row.last_fault,
    ultimo_guasto_il: row.last_fault_at,
    prova: row.is_trial,
    stato: getCameraState(row, sums, nowMs),
    creata_il: row.created_at,
    creata_da: row.created_by,
    chiave_del: row.rotated_at,
    chiave_di: row.rotated_by,
    revocata_il: row.revoked_at,
    ultimo_messaggio: row.last_message,
    ultima_lettura: row.last_read,
    oggi: {
      letture: sums?.reads ?? 0,
      senza_targa: sums?.no_plate ?? 0,
      incerte: sums?.low_confidence ?? 0,
      ripetute: (sums?.repeated ?? 0) + (sums?.joined ?? 0),
      rifiutati: sums?.refused ?? 0,
    },
    errore_orologio: sums?.clock_error ?? null,
    updated: row.updated_at,
  };
}

/** Wire form of a camera and its new key. `publicUrl`: address of the plant. */
export function toCameraWithKey(
  camera: Camera,
  { key, user }: { readonly key: string; readonly user: string },
  publicUrl: string,
): CameraWithKey {
  const base = `${publicUrl.replace(/\/+$/, '')}${CAMERA_PATH}`;
  return { camera, chiave: key, indirizzo: `${base}/${key}`, indirizzo_base: base, utente: user };
}

/** The families that this plant reads. */
export const toFamilies = (): CameraFamily[] =>
  FAMILIES.map(({ id, name, vendor, sends, setup }) => ({
    id,
    nome: name.slice(0, 80),
    produttore: vendor.slice(0, 400),
    invio: [...sends],
    pagina: setup.page.slice(0, 400),
    indirizzo: setup.address?.slice(0, 200) ?? null,
    utente: setup.user?.slice(0, 200) ?? null,
    chiave: setup.key?.slice(0, 200) ?? null,
    formato: setup.format?.slice(0, 400) ?? null,
    modello: setup.template?.slice(0, 8_000) ?? null,
  }));
