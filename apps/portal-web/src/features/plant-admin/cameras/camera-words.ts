import type { CameraReading } from '@varco/contract/plant/camera-messages.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

const REASONS = [
  'empty_body',
  'body_too_large',
  'body_unreadable',
  'body_truncated',
  'limit_exceeded',
  'family_unknown',
  'family_mismatch',
  'mapping_missing',
  'not_a_read',
  'future_time',
  'too_old',
  'unknown_gate',
  'gate_not_allowed',
  'plate_unreadable',
  'internal_error',
] as const;

const NOTES = [
  'time_missing',
  'time_unreadable',
  'time_skipped_hour',
  'time_repeated_hour',
  'plate_missing',
  'plate_too_long',
  'confidence_out_of_range',
  'confidence_scale_unclear',
  'number_out_of_range',
  'unknown_field_value',
  'picture_missing',
  'picture_invalid',
  'picture_too_large',
  'pictures_ambiguous',
  'body_repaired',
  'reads_dropped',
] as const;

const FAULTS = [
  'port_in_use',
  'unreachable',
  'certificate_refused',
  'credentials_refused',
  'address_not_allowed',
  'folder_unusable',
  'not_a_stream',
  'message_too_long',
  'events_refused',
] as const;

/** Why messages of a camera cannot arrive; the code itself when a later plant sends another. */
export function describeFault(t: Translate, code: string): string {
  const known = FAULTS.find((fault) => fault === code);
  return known === undefined ? code : t(`cameraIntake:fault.${known}`);
}

/** Why a message or a vehicle was refused; the code itself when a later plant sends another. */
export function describeReason(t: Translate, code: string | null): string {
  const known = REASONS.find((reason) => reason === code);
  return known === undefined ? (code ?? '') : t(`cameraIntake:reason.${known}`);
}

/** What is missing or odd, with the field it is about. */
export function describeNote(t: Translate, { codice, campo }: CameraReading['note'][number]): string {
  const known = NOTES.find((note) => note === codice);
  const text = known === undefined ? codice : t(`cameraIntake:note.${known}`);
  return campo === null ? text : `${text} (${campo})`;
}
