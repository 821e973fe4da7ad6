/** ISO 8601 instant in UTC, as on the wire. */
export type IsoInstant = string;

/** Local day as `YYYY-MM-DD`. */
export type IsoDate = string;
