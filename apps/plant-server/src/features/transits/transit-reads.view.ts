import { JOIN_RULES, READ_STAGES, type TransitRead } from '@varco/contract/plant/transit-reads.ts';
import type { ReadRow } from './transit-reads.repository.ts';
import { HIDDEN } from './transits.view.ts';

/** A read on the wire, without plate and picture for a person who may not see plates. */
export const toTransitRead = (row: ReadRow, seesPlates: boolean): TransitRead => ({
  data: row.at,
  arrivo: row.arrived_at,
  telecamera: row.camera,
  targa: seesPlates ? row.read_plate : HIDDEN,
  confidence: row.confidence < 0 ? null : row.confidence / 10,
  fase: READ_STAGES[row.stage - 1] ?? null,
  direction: row.direction,
  regola: JOIN_RULES[row.rule] ?? 'first',
  scelta: row.is_chosen,
  volte: row.times,
  foto: seesPlates ? row.picture : null,
});
