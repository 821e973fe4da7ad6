/** What a plant promised: the reads it acknowledged, whichever of its processes did. */
export class PlantTruth {
  /** Gate, plate and instant of each acknowledged read, with the true time of the acknowledgement. */
  readonly acknowledged = new Map<string, { readonly gate: number; readonly plate: string; readonly atMs: number }>();

  acknowledge(reads: readonly { readonly gate: number; readonly plate: string; readonly at: string }[]): void {
    for (const { gate, plate, at } of reads)
      this.acknowledged.set(`${gate} ${plate} ${at}`, { gate, plate, atMs: Date.parse(at) });
  }
}
