/** Mean milliseconds of a call by what they were spent on, as `Server-Timing` says, and of what the header leaves out. */
export type MeanParts = Readonly<Record<string, number>>;

/** Sums where the time of calls went, from their `Server-Timing` headers. */
export class CallParts {
  private readonly sums = new Map<string, number>();
  private calls = 0;

  /** `header`: null when the server sent none; `elapsedMs`: time of the call as the caller saw it. */
  add(header: string | null, elapsedMs: number): void {
    if (header === null) return;
    const parts = [...header.matchAll(/([a-z]+);dur=([\d.]+)/g)].map(
      ([, name = '', ms]) => [name, Number(ms)] as const,
    );
    const total = parts.find(([name]) => name === 'total')?.[1] ?? 0;
    this.calls += 1;
    for (const [name, ms] of [...parts, ['http', elapsedMs - total] as const])
      if (name !== 'total') this.sums.set(name, (this.sums.get(name) ?? 0) + ms);
  }

  /** Largest part first. */
  means(): MeanParts {
    const means = [...this.sums].map(([name, ms]) => [name, Math.round((ms / this.calls) * 100) / 100] as const);
    return Object.fromEntries(means.toSorted(([, a], [, b]) => b - a));
  }
}
