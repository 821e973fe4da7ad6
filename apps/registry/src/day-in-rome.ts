const romeDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });

/** The local day of an instant, YYYY-MM-DD: contracts end at midnight in Italy. */
export const dayInRome = (instant: string): string => romeDay.format(new Date(instant));
