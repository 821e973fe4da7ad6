import { z } from 'zod';
import type { ServerKey } from '../../../auth/server-key.ts';
import { TAKEN_TABLES, type TakenTransit } from '../../retention/retention.public.ts';

/**
 * A restricted transit as it is sealed. Rows are the JSON texts of PostgreSQL with their columns by name, so that a record can be
 * put back after columns were added or removed. Another form gets another version; records of former versions stay readable.
 */
const SealedTransit = z.object({
  version: z.literal(1),
  plate: z.string(),
  ts: z.string(),
  id: z.string(),
  rows: z.array(z.object({ table: z.enum(TAKEN_TABLES), body: z.string() })),
});

export const RESTRICTED_PICTURES = ['full', 'plate', 'context'] as const;
export type RestrictedPictureKind = (typeof RESTRICTED_PICTURES)[number];

const toTransitContext = (id: string): string => `restricted-transit/${id}`;
const toPictureContext = (id: string, kind: RestrictedPictureKind): string => `restricted-picture/${id}/${kind}`;

/** @param id of the record: what is sealed cannot stand in for another record */
export const sealTransit = (key: ServerKey, id: string, { plate, ts, id: transit, rows }: TakenTransit): Buffer =>
  key.seal(toTransitContext(id), Buffer.from(JSON.stringify({ version: 1, plate, ts, id: transit, rows }), 'utf8'));

/** Throws when the record was altered, belongs elsewhere or has a version this program does not know. */
export function openTransit(key: ServerKey, id: string, sealed: Uint8Array): TakenTransit {
  const text = key.open(toTransitContext(id), sealed).toString('utf8');
  return SealedTransit.parse(JSON.parse(text));
}

export const sealPicture = (key: ServerKey, id: string, kind: RestrictedPictureKind, bytes: Uint8Array): Buffer =>
  key.seal(toPictureContext(id, kind), bytes);

/** Bytes as sent by the camera; empty: the file was missing before. Throws when they were altered or belong elsewhere. */
export const openPicture = (key: ServerKey, id: string, kind: RestrictedPictureKind, sealed: Uint8Array): Buffer =>
  key.open(toPictureContext(id, kind), sealed);

const PictureRow = z.object({ full_hash: z.string(), plate_hash: z.string(), context_hash: z.string() });
const CorrectionRow = z.object({ corrected: z.string() });

const findBody = ({ rows }: TakenTransit, table: TakenTransit['rows'][number]['table']): unknown => {
  const row = rows.find((one) => one.table === table);
  return row === undefined ? null : JSON.parse(row.body);
};

/** SHA-256 of the pictures by kind; empty: none. */
export function readPictureHashes(transit: TakenTransit): Readonly<Record<RestrictedPictureKind, string>> {
  const row = PictureRow.nullable().parse(findBody(transit, 'transit_picture'));
  return { full: row?.full_hash ?? '', plate: row?.plate_hash ?? '', context: row?.context_hash ?? '' };
}

/** The plate somebody corrected the transit to; empty: not corrected. */
export const readCorrectedPlate = (transit: TakenTransit): string =>
  CorrectionRow.nullable().parse(findBody(transit, 'plate_correction'))?.corrected ?? '';
