/** Meaning of a colour: alarm, attention, regular, information, reserved, neutral, accent. Never decoration. */
export type Tone = 'al' | 'wa' | 'ok' | 'in' | 'pv' | 'nt' | 'ac';
