import type { Device } from '@varco/contract/plant/devices.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { DeviceRow } from './devices.repository.ts';

const formatInstant = (text: string | null): string | null =>
  text === null ? null : toIsoInstant(parseInstantMs(text));

function computeDeviceState(row: DeviceRow, nowMs: number): Device['stato'] {
  if (row.recipient !== null) return row.is_told ? 'attivo' : 'sospeso';
  if (row.code_expires_at !== null && parseInstantMs(row.code_expires_at) > nowMs) return 'attesa';
  return row.enrolled_at === null ? 'registrare' : 'perso';
}

export const toDevice = (row: DeviceRow, nowMs: number): Device => ({
  id: row.id,
  kind: row.kind,
  nome: row.name,
  user_id: row.plant_user,
  username: row.username,
  android_id: row.android_id,
  chat: row.chat,
  stato: computeDeviceState(row, nowMs),
  creato_il: toIsoInstant(parseInstantMs(row.created_at)),
  creato_da: row.created_by,
  registrato_il: formatInstant(row.enrolled_at),
  ultimo_contatto: formatInstant(row.reached_at ?? row.enrolled_at),
  codice_scade_il: formatInstant(row.code_expires_at),
});
