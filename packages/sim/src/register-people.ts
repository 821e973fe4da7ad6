import type { IsoDate } from './instants.ts';
import type { SimOwner } from './people.ts';
import { registrationOf } from './plate-series.ts';
import { licenceOf, registryRecord } from './registry-data.ts';
import { memberOf, POOLS } from './roster.ts';

/** Vehicles scanned per pool to find their owners: those that drive in a world of the demo's sizes. */
const LOOKED_THROUGH = 6_000;
/** Maximum number of other owners remembered because a look-up showed them, so that they can be queried afterwards. */
const MOST_REMEMBERED = 20_000;

interface Holding {
  readonly owner: SimOwner;
  readonly plates: string[];
}

const codeOf = (owner: SimOwner): string => (owner.kind === 'person' ? owner.taxCode : owner.vatNumber);

/** Register of people and companies, derived from their vehicles. Built on first use, which takes a second or two. */
export class RegisterPeople {
  readonly #seed: number;
  readonly #met = new Map<string, Holding>();
  #known: Map<string, Holding> | null = null;
  #byLicence: Map<string, string> | null = null;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Owner and plates of a tax code or VAT number; null when no vehicle has that owner. */
  holding(code: string, today: IsoDate): Holding | null {
    return this.#all(today).get(code) ?? this.#met.get(code) ?? null;
  }

  /** Tax code of a licence number, or null. */
  ofLicence(number: string, today: IsoDate): string | null {
    this.#byLicence ??= this.#licences(today);
    return this.#byLicence.get(number) ?? null;
  }

  /** Remembers an owner that a look-up has shown. Cheap: does not build the register. */
  remember(owner: SimOwner, plate: string, today: IsoDate): void {
    if (this.#met.has(codeOf(owner)) || this.#met.size >= MOST_REMEMBERED) return;
    this.#met.set(codeOf(owner), { owner, plates: [plate] });
    if (this.#byLicence !== null) this.#noteLicence(this.#byLicence, owner, today);
  }

  #all(today: IsoDate): Map<string, Holding> {
    if (this.#known !== null) return this.#known;
    const found = new Map<string, Holding>();
    for (const pool of Object.values(POOLS))
      for (let i = 0; i < LOOKED_THROUGH; i++) {
        const { plate } = registrationOf(memberOf(pool, i, this.#seed), this.#seed);
        const owner = registryRecord(this.#seed, plate, today)?.owner;
        if (owner === undefined) continue;
        const holding = found.get(codeOf(owner)) ?? { owner, plates: [] };
        if (!holding.plates.includes(plate)) holding.plates.push(plate);
        found.set(codeOf(owner), holding);
      }
    this.#known = found;
    return found;
  }

  #licences(today: IsoDate): Map<string, string> {
    const found = new Map<string, string>();
    for (const { owner } of this.#met.values()) this.#noteLicence(found, owner, today);
    for (const { owner } of this.#all(today).values()) this.#noteLicence(found, owner, today);
    return found;
  }

  #noteLicence(found: Map<string, string>, owner: SimOwner, today: IsoDate): void {
    if (owner.kind !== 'person') return;
    const licence = licenceOf(this.#seed, owner.taxCode, today);
    if (licence !== null) found.set(licence.number, owner.taxCode);
  }
}
