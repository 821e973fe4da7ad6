import type { Read } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { Rng } from '@varco/sim/random.ts';

/** Share of reads with a new plate: misreads and unknown vehicles. */
const NEW_SHARE = 0.1;
const LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ';

/**
 * Generates current reads as cameras send them: mostly known plates, each with the vehicle attributes a camera
 * recognises.
 */
export class LiveReads {
  private readonly rng = new Rng(Date.now() | 0);
  private readonly plates: readonly string[];
  private readonly gates: number;
  private lastMs = 0;

  constructor(plates: readonly string[], gates: number) {
    this.plates = plates;
    this.gates = gates;
  }

  take(count: number): Read[] {
    return Array.from({ length: count }, () => this.createRead());
  }

  private createRead(): Read {
    const { rng } = this;
    // Times are unique, so that no read is a duplicate, and slightly in the past because of network delay.
    this.lastMs = Math.max(this.lastMs + 1, Date.now() - 120_000);
    return {
      varco_id: 1 + rng.int(this.gates),
      targa: rng.chance(NEW_SHARE) ? this.createPlate() : rng.pick(this.plates),
      data: toIsoInstant(this.lastMs),
      nazione: 'I',
      class: 'car',
      marca: 'FIAT',
      modello: 'Panda',
      colore: 'white',
      speed: 30 + rng.int(60),
      lane: 1,
      direction: 1,
      confidence: 90 + rng.int(10),
    };
  }

  private createPlate(): string {
    const letter = (): string => LETTERS.charAt(this.rng.int(LETTERS.length));
    return `${letter()}${letter()}${100 + this.rng.int(900)}${letter()}${letter()}`;
  }
}
