import type { GateChangeBody, NewGateBody } from '@varco/contract/plant/gate-update.ts';
import { MAX_GATES } from '@varco/contract/plant/gates.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { deleteFormerName, foldGateName, insertFormerName, readGateNames } from './gate-names.repository.ts';
import {
  insertGate,
  lockGates,
  readGates,
  updateGateColumns,
  type GateAuthor,
  type GateRow,
} from './gates.repository.ts';
import { forgetMovementDays } from '../../plate-index/movements/movement-days.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** Database column of each API field. A field that is missing here cannot be changed by a user. */
const COLUMN_BY_FIELD = {
  fullname: 'fullname',
  desc: 'description',
  ordine: 'position',
  gps_lat: 'lat',
  gps_lon: 'lon',
  note: 'note',
  lane2: 'lane2',
  direction: 'direction',
  modello_cam: 'camera_model',
  url_video: 'video_url',
  boundary: 'boundary',
  enabled: 'enabled',
} as const satisfies Partial<Record<keyof GateChangeBody, keyof GateRow>>;
type GateField = keyof typeof COLUMN_BY_FIELD;
const GATE_FIELDS = [
  'fullname',
  'desc',
  'ordine',
  'gps_lat',
  'gps_lon',
  'note',
  'lane2',
  'direction',
  'modello_cam',
  'url_video',
  'boundary',
  'enabled',
] as const satisfies readonly GateField[];

type GateFieldBody = Pick<GateChangeBody, GateField>;
type GateFieldValues = Partial<Record<GateField, GateRow[(typeof COLUMN_BY_FIELD)[GateField]]>>;

/** The gate after the change, and the changed fields before and after; both are empty when nothing changed. */
export interface GateUpdate {
  readonly row: GateRow;
  readonly before: GateFieldValues;
  readonly after: GateFieldValues;
}

async function requireGate(runner: Runner, id: number): Promise<GateRow> {
  const row = (await readGates(runner)).find((gate) => gate.id === id);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/**
 * Changes a gate inside the caller's transaction. Throws `not_found`, `conflict` when the gate was changed since the caller
 * read it, `duplicate` for the name of another gate, ignoring case and accents: an import could not tell the two apart.
 */
export async function applyGateChange(
  runner: Runner,
  id: number,
  change: GateChangeBody,
  author: GateAuthor,
): Promise<GateUpdate> {
  await lockGates(runner);
  const row = await requireGate(runner, id);
  if (change.updated !== undefined && !isSameInstant(change.updated, row.updated_at)) throw new AppError('conflict');
  const changed = GATE_FIELDS.filter(
    (field) => change[field] !== undefined && change[field] !== row[COLUMN_BY_FIELD[field]],
  );
  if (changed.length === 0) return { row, before: {}, after: {} };
  if (change.fullname !== undefined) await storeFormerName(runner, row, change.fullname);
  await updateGateColumns(runner, id, toColumns(changed, change), author);
  // Impossible jumps were counted with the former position.
  if (changed.includes('gps_lat') || changed.includes('gps_lon')) await forgetMovementDays(runner);
  return {
    row: await requireGate(runner, id),
    before: Object.fromEntries(changed.map((field) => [field, row[COLUMN_BY_FIELD[field]]])),
    after: Object.fromEntries(changed.map((field) => [field, change[field]])),
  };
}

/**
 * Makes a gate inside the caller's transaction; returns it with the fields that were set. Throws `duplicate` for the name of
 * another gate, `conflict` when the plant has as many gates as it may have. A former name of another gate is free: from
 * now on imports mean the new gate by it.
 */
export async function applyNewGate(runner: Runner, body: NewGateBody, author: GateAuthor): Promise<GateUpdate> {
  await lockGates(runner);
  const known = await readGates(runner);
  if (known.length >= MAX_GATES) throw new AppError('conflict', { sub: 'too_many_gates' });
  const folded = foldGateName(body.fullname);
  if (known.some((gate) => foldGateName(gate.fullname) === folded)) throw new AppError('duplicate');
  await deleteFormerName(runner, folded);
  const set = GATE_FIELDS.filter((field) => body[field] !== undefined);
  const id = await insertGate(runner, toColumns(set, body), author);
  return {
    row: await requireGate(runner, id),
    before: {},
    after: Object.fromEntries(set.map((field) => [field, body[field]])),
  };
}

const toColumns = (fields: readonly GateField[], body: GateFieldBody): ReadonlyMap<keyof GateRow, unknown> =>
  new Map(fields.map((field) => [COLUMN_BY_FIELD[field], body[field]]));

const isSameInstant = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);

/** Stores the previous name of the gate as a former name; the new name is no longer a former name of another gate. */
async function storeFormerName(runner: Runner, row: GateRow, fullname: string): Promise<void> {
  const [from, to] = [foldGateName(row.fullname), foldGateName(fullname)];
  if (from === to) return;
  const owner = (await readGates(runner)).find((gate) => foldGateName(gate.fullname) === to);
  if (owner !== undefined && owner.id !== row.id) throw new AppError('duplicate');
  if ((await readGateNames(runner)).has(to)) await deleteFormerName(runner, to);
  await insertFormerName(runner, from, row.id);
}
