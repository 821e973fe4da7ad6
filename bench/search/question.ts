/** A question about transits in nobody's dialect: each engine is asked the same. */
export interface Question {
  /** `both`: the page and its exact total, as a screen wants them. */
  readonly want: 'page' | 'count' | 'both';
  readonly plate?: PlateAsk;
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
  /** Transits of the plate in the window. */
  readonly recurrence?: { readonly operator: 'lt' | 'eq' | 'gt'; readonly n: number };
  /** Rows in the order of how often, or on how many days, their plates passed in the window; else newest first. */
  readonly orderBy?: { readonly measure: 'transits' | 'days'; readonly most: 'first' | 'last' };
  /** Rows to pass over. */
  readonly offset?: number;
  /** The row before the page, where the page is the next one of a person who turned the pages up to here. */
  readonly afterId?: string;
}

export interface Brand {
  readonly id: number;
  readonly word: string;
}

export type PlateAsk =
  /** `*` any run, `{n}` n unknown characters; without them the plate itself. */
  | { readonly how: 'pattern'; readonly pattern: string }
  /** Characters that cameras confuse count as equal. */
  | { readonly how: 'misread'; readonly plate: string }
  /** At most so many characters changed, missing or too many. */
  | { readonly how: 'near'; readonly plate: string; readonly errors: 1 | 2 | 3; readonly misreads: boolean };

export const PAGE_SIZE = 50;
