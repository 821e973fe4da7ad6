import { type CameraBody } from '@varco/contract/plant/camera-intake.ts';
import { CameraReception } from '@varco/contract/plant/camera-reception.ts';
import { FAMILY_IDS, GENERIC_FIELDS } from '@varco/cameras/camera-types.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CameraFields, IntakeCamera } from './cameras.repository.ts';

type ProfileBody = Pick<CameraBody, 'famiglia' | 'fuso' | 'unita' | 'mappatura'>;

const invalidField = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** How messages are read, as declared. Throws `bad_request` for a family, zone or field that does not exist. */
export function parseProfile(body: ProfileBody): Pick<IntakeCamera, 'family' | 'time_zone' | 'speed_unit' | 'mapping'> {
  if (body.famiglia !== 'auto' && !FAMILY_IDS.some((id) => id === body.famiglia)) throw invalidField('body/famiglia');
  if (!isTimeZone(body.fuso)) throw invalidField('body/fuso');
  const fields = Object.keys(body.mappatura?.fields ?? {});
  if (fields.some((name) => !GENERIC_FIELDS.some((known) => known === name))) throw invalidField('body/mappatura');
  return { family: body.famiglia, time_zone: body.fuso, speed_unit: body.unita, mapping: body.mappatura };
}

/** The reception as stored, without its password. Throws `bad_request` where a connection could not be told from others. */
function parseReception(body: CameraBody, before: CameraReception): CameraReception {
  const reception = body.ricezione === undefined ? before : CameraReception.parse(body.ricezione);
  if (reception.tipo === 'tcp' && body.reti.length === 0) throw invalidField('body/reti');
  // Of a connection without a scheme of its own no port is usual.
  const isRaw = reception.tipo === 'flusso' && /^tcp:/i.test(reception.indirizzo);
  if (isRaw && new URL(reception.indirizzo).port === '') throw invalidField('body/ricezione');
  return reception;
}

/** The fields of a camera. `gates`: those of the plant; `before`: what stays where the body has nothing. Throws `bad_request`. */
export function parseCameraFields(
  body: CameraBody,
  gates: ReadonlyMap<number, unknown>,
  before: Pick<CameraFields, 'reception' | 'device_filter'> = { reception: { tipo: 'http' }, device_filter: '' },
): CameraFields {
  if (!gates.has(body.varco_id)) throw invalidField('body/varco_id');
  return {
    ...parseProfile(body),
    name: body.nome,
    gate: body.varco_id,
    networks: body.reti,
    reception: parseReception(body, before.reception),
    device_filter: body.dispositivo ?? before.device_filter,
    is_trial: body.prova,
  };
}
