import type { ListCloseness } from '@varco/domain/alerts/list-index.ts';
import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';

/** An alert that a transit raises. `list` '' and `entry` 0: it comes from a check, not from a list. */
export interface RaisedAlert {
  readonly kind: AlertKind;
  readonly list: '' | 'blacklist' | 'figurehead';
  readonly entry: number;
  readonly closeness: ListCloseness;
}

/** The alert raised by a check: insurance, inspection or stolen vehicle. */
export const buildCheckAlert = (kind: AlertKind): RaisedAlert => ({ kind, list: '', entry: 0, closeness: 'exact' });
