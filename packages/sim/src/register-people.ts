import type { IsoDate } from './instants.ts';
import type { SimOwner } from './people.ts';
import { deriveRegistration } from './plate-series.ts';
import { deriveLicence, buildRegistryRecord } from './registry-data.ts';
import { getPoolMember, POOLS } from './roster.ts';

/** Vehicles scanned per pool to find their owners: those that drive in a world of the demo's sizes. */
const SCANNED_PER_POOL = 6_000;
/** Maximum number of other owners remembered because a look-up showed them, so that they can be queried afterwards. */
const MAX_REMEMBERED = 20_000;

interface Holding {
  readonly owner: SimOwner;
  readonly plates: string[];
}

const getOwnerCode = (owner: SimOwner): string => (owner.kind === 'person' ? owner.taxCode : owner.vatNumber);

/** Register of people and companies, derived from their vehicles. Built on first use, which takes a second or two. */
export class RegisterPeople {
  readonly #seed: number;
  readonly #remembered = new Map<string, Holding>();
  #known: Map<string, Holding> | null = null;
  #byLicence: Map<string, string> | null = null;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Owner and plates of a tax code or VAT number; null when no vehicle has that owner. */
  findHolding(code: string, today: IsoDate): Holding | null {
    return this.#buildRegister(today).get(code) ?? this.#remembered.get(code) ?? null;
  }

  /** Tax code of a licence number, or null. */
  findTaxCodeByLicence(number: string, today: IsoDate): string | null {
    this.#byLicence ??= this.#buildLicences(today);
    return this.#byLicence.get(number) ?? null;
  }

  /** Remembers an owner that a look-up has shown. Cheap: does not build the register. */
  remember(owner: SimOwner, plate: string, today: IsoDate): void {
    if (this.#remembered.has(getOwnerCode(owner)) || this.#remembered.size >= MAX_REMEMBERED) return;
    this.#remembered.set(getOwnerCode(owner), { owner, plates: [plate] });
    if (this.#byLicence !== null) this.#addLicence(this.#byLicence, owner, today);
  }

  #buildRegister(today: IsoDate): Map<string, Holding> {
    if (this.#known !== null) return this.#known;
    const found = new Map<string, Holding>();
    for (const pool of Object.values(POOLS))
      for (let i = 0; i < SCANNED_PER_POOL; i++) {
        const { plate } = deriveRegistration(getPoolMember(pool, i, this.#seed), this.#seed);
        const owner = buildRegistryRecord(this.#seed, plate, today)?.owner;
        if (owner === undefined) continue;
        const findHolding = found.get(getOwnerCode(owner)) ?? { owner, plates: [] };
        if (!findHolding.plates.includes(plate)) findHolding.plates.push(plate);
        found.set(getOwnerCode(owner), findHolding);
      }
    this.#known = found;
    return found;
  }

  #buildLicences(today: IsoDate): Map<string, string> {
    const found = new Map<string, string>();
    for (const { owner } of this.#remembered.values()) this.#addLicence(found, owner, today);
    for (const { owner } of this.#buildRegister(today).values()) this.#addLicence(found, owner, today);
    return found;
  }

  #addLicence(found: Map<string, string>, owner: SimOwner, today: IsoDate): void {
    if (owner.kind !== 'person') return;
    const licence = deriveLicence(this.#seed, owner.taxCode, today);
    if (licence !== null) found.set(licence.number, owner.taxCode);
  }
}
