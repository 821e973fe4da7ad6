import { toIsoInstant } from '@varco/domain/time/rome.ts';

/** What a plant promised: the reads it acknowledged, whichever of its processes did. */
export class PlantTruth {
  /** Gate, plate and instant of each acknowledged read, with the true time of the acknowledgement. */
  readonly acknowledged = new Map<string, { readonly gate: number; readonly plate: string; readonly atMs: number }>();

  /** Of these, the reads that were deleted because their term was over. */
  readonly forgotten = new Set<string>();

  forget(gate: number, plate: string, atMs: number): void {
    this.forgotten.add(`${gate} ${plate} ${toIsoInstant(atMs)}`);
  }

  acknowledge(reads: readonly { readonly gate: number; readonly plate: string; readonly at: string }[]): void {
    for (const { gate, plate, at } of reads)
      this.acknowledged.set(`${gate} ${plate} ${at}`, { gate, plate, atMs: Date.parse(at) });
  }
}
