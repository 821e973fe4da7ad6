import type { ServerKey } from '../../../auth/server-key.ts';
import type { HoldableTransit } from '../../retention/retention.public.ts';
import type { RestrictedRow } from './restricted.repository.ts';
import { openTransit, readCorrectedPlate } from './seal-restricted.ts';

/** What legal holds are compared with; records of another key or version, which nobody can judge, are left out. */
export const openForHolds = (key: ServerKey, rows: readonly RestrictedRow[]): readonly HoldableTransit[] =>
  rows.flatMap(({ id, ts, sealed }) => {
    try {
      const transit = openTransit(key, id, sealed);
      return [{ key: id, plate: transit.plate, corrected: readCorrectedPlate(transit), ts }];
    } catch {
      return [];
    }
  });
