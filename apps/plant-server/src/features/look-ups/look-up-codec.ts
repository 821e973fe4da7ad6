import {
  LookUpDocuments,
  LookUpRecord,
  type LookUpQuestion,
  type RegistryAnswer,
} from '@varco/contract/registry/look-up.ts';
import { z } from 'zod';
import type { ServerKey } from '../../auth/server-key.ts';
import type { LookUpRow } from './look-up.queries.ts';

const Reason = z.object({ code: z.string(), text: z.string(), case: z.string().nullable() });
/** The stated reason of a look-up. */
export type Reason = z.infer<typeof Reason>;

const Answer = z.object({ record: LookUpRecord.nullable(), documents: LookUpDocuments.nullable() });
/** The stored part of a registry response. */
export type KeptAnswer = z.infer<typeof Answer>;

const textOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8');

export const sealKey = (key: ServerKey, id: string, text: string): Buffer =>
  key.seal(`look-up/${id}/key`, Buffer.from(text, 'utf8'));

/** Decrypts the plate, code or number that was looked up. */
export const keyOf = (key: ServerKey, row: Pick<LookUpRow, 'id' | 'key_sealed'>): string =>
  key.open(`look-up/${row.id}/key`, row.key_sealed).toString('utf8');

export const sealReason = (key: ServerKey, id: string, reason: Reason | null): Buffer | null =>
  reason === null ? null : key.seal(`look-up/${id}/reason`, textOf({ ...reason }));

export function reasonOf(key: ServerKey, row: Pick<LookUpRow, 'id' | 'reason_sealed'>): Reason | null {
  if (row.reason_sealed === null) return null;
  return Reason.parse(JSON.parse(key.open(`look-up/${row.id}/reason`, row.reason_sealed).toString('utf8')));
}

export const sealAnswer = (key: ServerKey, id: string, { record, documents }: RegistryAnswer): Buffer =>
  key.seal(`look-up/${id}/answer`, textOf({ record, documents }));

/** Decrypts the stored response; null: its retention has ended, or it was written in another format. */
export function answerOf(key: ServerKey, row: Pick<LookUpRow, 'id' | 'answer_sealed'>): KeptAnswer | null {
  if (row.answer_sealed === null) return null;
  const text = key.open(`look-up/${row.id}/answer`, row.answer_sealed).toString('utf8');
  return Answer.safeParse(JSON.parse(text)).data ?? null;
}

const KINDS = ['owner', 'owner-full', 'basic', 'booklet', 'vehicle', 'licence', 'infractions'] as const;
const KEYS = ['plate', 'licence-number', 'tax-code', 'chassis'] as const;
const VEHICLES = ['car', 'motorbike', 'trailer', 'moped'] as const;

/** Converts a stored look-up to the format of the registry. */
export function questionOf(row: Pick<LookUpRow, 'request' | 'key_kind' | 'vehicle_kind'>, key: string): LookUpQuestion {
  return {
    kind: KINDS[row.request] ?? 'basic',
    key: { kind: KEYS[row.key_kind] ?? 'plate', value: key },
    vehicle_kind: row.vehicle_kind === null ? null : (VEHICLES[row.vehicle_kind] ?? null),
  };
}
