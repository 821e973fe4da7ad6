/** How a standing on the INTERFORCE list looks. */
export const STANDING_TONES = { no: 'nt', asked: 'wa', enabled: 'ok' } as const;
