/** Plates that mean nothing: what the attack writes must not be what it looks for. */
export const DECOYS = ['DE001CY', 'DE002CY', 'DE003CY', 'DE004CY', 'DE005CY'];
