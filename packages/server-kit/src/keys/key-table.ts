import type { SigningKey } from '../auth/signing-key.ts';

/** Where the keys of one purpose are stored, the private half sealed with the secret of the server. */
export interface KeyTable {
  readonly table: 'plant_key' | 'signing_key' | 'tlog_key';
  /** Value of the column `purpose`; null: the table is for one purpose and has no such column. */
  readonly purpose: 'log' | 'witness' | null;
  /** The column of the public half; null: it has none. */
  readonly publicHalf: { readonly column: string; readonly format: (key: SigningKey) => string } | null;
  /** Names the sealed value, so that one cannot replace another. */
  readonly sealContext: (kid: string) => string;
}

/** Keys by which a server signs its log, and cosigns the logs of others (ADR 0008). */
export const TLOG_KEYS: Readonly<Record<'log' | 'witness', KeyTable>> = {
  log: describeTlogKeys('log'),
  witness: describeTlogKeys('witness'),
};

function describeTlogKeys(purpose: 'log' | 'witness'): KeyTable {
  return { table: 'tlog_key', purpose, publicHalf: null, sealContext: (kid) => `tlog-key/${purpose}/${kid}` };
}
