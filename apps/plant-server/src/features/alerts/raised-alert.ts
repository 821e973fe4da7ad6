import type { Closeness } from '@varco/domain/alerts/list-index.ts';
import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';

/** An alert a passage is to raise. `list` '' and `entry` 0: a check, not a list. */
export interface RaisedAlert {
  readonly kind: AlertKind;
  readonly list: '' | 'blacklist' | 'figurehead';
  readonly entry: number;
  readonly closeness: Closeness;
}

/** An alert of a check: insurance, inspection or stolen list. */
export const ofCheck = (kind: AlertKind): RaisedAlert => ({ kind, list: '', entry: 0, closeness: 'exact' });
