import type { StoredAlarm, StoredCheck } from '@varco/domain/transits/transit-values.ts';
import type { RaisedAlert } from '../alerts/alerts.public.ts';
import type { TransitKey } from '../transits/transits.public.ts';

/** A read to be stored: plate normalised, gate known, words as sent. Values that the camera did not send are absent. */
export interface NewRead {
  readonly gate: number;
  /** Normalised plate, 1 to 32 characters; empty: a passage whose plate was not read. */
  readonly plate: string;
  /** ISO instant with milliseconds; smaller units are cut off. */
  readonly at: string;
  readonly nation?: string;
  readonly province?: string;
  readonly comune?: string;
  readonly brand?: string;
  readonly model?: string;
  readonly colour?: string;
  readonly vehicleClass?: string;
  readonly direction?: number;
  readonly lane?: number;
  /** km/h. */
  readonly speed?: number;
  readonly euro?: number;
  /** Percent, one decimal. */
  readonly confidence?: number;
  /** Percent per character. */
  readonly confidenceChars?: readonly number[];
  readonly lat?: number;
  readonly lon?: number;
  readonly adrKemler?: string;
  readonly adrUn?: string;
  readonly adrClass?: string;
  readonly insured?: StoredCheck;
  /** ISO day. */
  readonly insuredUntil?: string;
  readonly inspected?: StoredCheck;
  readonly inspectedUntil?: string;
  readonly stolen?: StoredCheck;
  readonly sives?: string;
  readonly alarm?: StoredAlarm;
  readonly whitelisted?: boolean;
  /** Alerts raised when the read is stored, in the same transaction. */
  readonly alerts?: readonly RaisedAlert[];
  readonly pictures?: PictureHashes;
}

/** SHA-256 of the stored pictures, lower-case hexadecimal. */
export interface PictureHashes {
  readonly full?: string;
  readonly plate?: string;
  readonly context?: string;
}

/** Outcome of a read. `duplicate`: it was already stored, by an earlier call or earlier in the same batch. */
export interface InsertedRead extends TransitKey {
  readonly state: 'stored' | 'duplicate';
}
