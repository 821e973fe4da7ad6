/** Meaning of a colour: alarm, warning, ok, information, private (reserved), neutral, accent. Never decoration. */
export type Tone = 'al' | 'wa' | 'ok' | 'in' | 'pv' | 'nt' | 'ac';
