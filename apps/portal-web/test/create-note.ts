import type { TransitNote } from '@varco/contract/plant/transit-detail.ts';

/** An invented note. */
export const createNote = (change: Partial<TransitNote> = {}): TransitNote => ({
  id: '7c5e0000-0000-4000-8000-000000000001',
  testo: 'freccia rotta a destra',
  etichette: ['danno visibile'],
  autore: 'm.ferri',
  data: '2026-11-20T13:40:00.000Z',
  pratica: '9051/2026',
  rimovibile: true,
  ...change,
});
