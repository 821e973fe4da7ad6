import {
  LookUpDocuments,
  LookUpRecord,
  type RegistryLookUpRequest,
  type RegistryLookUpResponse,
} from '@varco/contract/registry/look-up.ts';
import { z } from 'zod';
import type { ServerKey } from '../../auth/server-key.ts';
import type { LookUpRow } from './look-up.repository.ts';

const LookUpReason = z.object({ code: z.string(), text: z.string(), case: z.string().nullable() });
/** The stated reason of a look-up. */
export type LookUpReason = z.infer<typeof LookUpReason>;

const StoredAnswer = z.object({ record: LookUpRecord.nullable(), documents: LookUpDocuments.nullable() });
/** The stored part of a registry response. */
export type StoredLookUpAnswer = z.infer<typeof StoredAnswer>;

const toJsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8');

export const sealLookUpKey = (key: ServerKey, id: string, text: string): Buffer =>
  key.seal(`look-up/${id}/key`, Buffer.from(text, 'utf8'));

/** Decrypts the plate, code or number that was looked up. */
export const openLookUpKey = (key: ServerKey, row: Pick<LookUpRow, 'id' | 'key_sealed'>): string =>
  key.open(`look-up/${row.id}/key`, row.key_sealed).toString('utf8');

export const sealLookUpReason = (key: ServerKey, id: string, reason: LookUpReason | null): Buffer | null =>
  reason === null ? null : key.seal(`look-up/${id}/reason`, toJsonBytes({ ...reason }));

export function openLookUpReason(key: ServerKey, row: Pick<LookUpRow, 'id' | 'reason_sealed'>): LookUpReason | null {
  if (row.reason_sealed === null) return null;
  return LookUpReason.parse(JSON.parse(key.open(`look-up/${row.id}/reason`, row.reason_sealed).toString('utf8')));
}

export const sealLookUpAnswer = (key: ServerKey, id: string, { record, documents }: RegistryLookUpResponse): Buffer =>
  key.seal(`look-up/${id}/answer`, toJsonBytes({ record, documents }));

/** Decrypts the stored response; null: its retention has ended, or it was written in another format. */
export function openLookUpAnswer(
  key: ServerKey,
  row: Pick<LookUpRow, 'id' | 'answer_sealed'>,
): StoredLookUpAnswer | null {
  if (row.answer_sealed === null) return null;
  const text = key.open(`look-up/${row.id}/answer`, row.answer_sealed).toString('utf8');
  return StoredAnswer.safeParse(JSON.parse(text)).data ?? null;
}

const REQUEST_KINDS = ['owner', 'owner-full', 'basic', 'booklet', 'vehicle', 'licence', 'infractions'] as const;
const KEY_KINDS = ['plate', 'licence-number', 'tax-code', 'chassis'] as const;
const VEHICLE_KINDS = ['car', 'motorbike', 'trailer', 'moped'] as const;

/** Converts a stored look-up to the format of the registry. */
export function toRegistryQuery(
  row: Pick<LookUpRow, 'request' | 'key_kind' | 'vehicle_kind'>,
  key: string,
): RegistryLookUpRequest {
  return {
    kind: REQUEST_KINDS[row.request] ?? 'basic',
    key: { kind: KEY_KINDS[row.key_kind] ?? 'plate', value: key },
    vehicle_kind: row.vehicle_kind === null ? null : (VEHICLE_KINDS[row.vehicle_kind] ?? null),
  };
}
