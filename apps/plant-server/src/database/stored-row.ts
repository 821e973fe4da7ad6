import type { Selectable } from 'kysely';
import type { Tables } from '../db.gen.ts';

/** A row of a table as it is read. Generated from the migrations by `npm run dbtypes`. */
export type StoredRow<Table extends keyof Tables> = Readonly<Selectable<Tables[Table]>>;
