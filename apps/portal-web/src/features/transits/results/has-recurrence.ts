import type { Transit } from '@varco/contract/plant/transit.ts';

/** Whether the passages of the plate are counted: not where it is hidden, nor where it was not read. */
export const hasRecurrence = ({ redacted, targa }: Pick<Transit, 'redacted' | 'targa'>): boolean =>
  !redacted && targa !== '';
