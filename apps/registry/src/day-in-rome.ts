const romeDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });

/** The Rome day of an instant, YYYY-MM-DD: contracts end at midnight in Italy. */
export const dayInRome = (instant: string): string => romeDay.format(new Date(instant));
