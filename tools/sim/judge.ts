import { toIsoInstant } from '@varco/domain/time/rome.ts';

/** A promise of the product that was broken, with all that is needed to see it again. */
export interface Violation {
  readonly invariant: string;
  readonly node: string;
  /** Simulated instant, ISO. */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
}

/** Collects the violations of a day; the first one matters, those after it may be its consequences. */
export class Judge {
  readonly violations: Violation[] = [];
  /** Checks made, by invariant: a run that checked nothing proves nothing. */
  readonly checks = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Checks one promise. `expected` and `found` are only made when it is broken. */
  check(invariant: string, node: string, holds: boolean, say: () => readonly [expected: string, found: string]): void {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1);
    if (holds) return;
    const [expected, found] = say();
    const at = toIsoInstant(Math.floor(this.#nowMs()));
    this.violations.push({ invariant, node, at, expected, found });
  }
}
