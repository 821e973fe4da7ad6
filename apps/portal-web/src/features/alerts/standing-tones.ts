/** Colour of each state on the INTERFORCE list. */
export const STANDING_TONES = { no: 'nt', asked: 'wa', enabled: 'ok' } as const;
