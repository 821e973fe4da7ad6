/** Colour of each state on the INTERFORCE list. */
export const INTERFORCE_TONES = { no: 'nt', asked: 'wa', enabled: 'ok' } as const;
