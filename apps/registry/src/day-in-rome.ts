const ROME_DAY_FORMAT = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });

/** The Rome day of an instant, YYYY-MM-DD: contracts end at midnight in Italy. */
export const formatRomeDay = (instant: string): string => ROME_DAY_FORMAT.format(new Date(instant));
