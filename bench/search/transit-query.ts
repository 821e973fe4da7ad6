/** A query about transits, independent of any engine. */
export interface TransitQuery {
  /** `both`: the page and its exact total, as screens need them. */
  readonly want: 'page' | 'count' | 'both';
  readonly plate?: PlateMatch;
  readonly gates?: readonly number[];
  readonly colour?: string;
  readonly brand?: Brand;
  readonly vclass?: string;
  readonly adr?: true;
  /** ISO instants, half-open; null: open. */
  readonly from: string | null;
  readonly to: string | null;
  /** Only the newest transit of each plate. */
  readonly distinct?: true;
  /** Number of transits of the plate in the window. */
  readonly recurrence?: { readonly operator: 'lt' | 'eq' | 'gt'; readonly n: number };
  /** Rows ordered by how often, or on how many days, their plates passed in the window; default: newest first. */
  readonly orderBy?: { readonly measure: 'transits' | 'days'; readonly most: 'first' | 'last' };
  /** Rows to skip. */
  readonly offset?: number;
  /** The row before the page, for a user who paged up to here. */
  readonly afterId?: string;
}

export interface Brand {
  readonly id: number;
  readonly word: string;
}

export type PlateMatch =
  /** `*` any characters, `{n}` n unknown characters; without them the exact plate. */
  | { readonly how: 'pattern'; readonly pattern: string }
  /** Characters that cameras confuse are treated as equal. */
  | { readonly how: 'misread'; readonly plate: string }
  /** At most this many characters changed, missing or added. */
  | { readonly how: 'near'; readonly plate: string; readonly errors: 1 | 2 | 3; readonly misreads: boolean };

export const PAGE_SIZE = 50;
