import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './attack-request.ts';
import type { AttackOptions } from './options.ts';
import type { Attack, RoundResult } from './round.ts';
import { ATTACKED_APIS } from './world.ts';

/** One finding in a few lines. */
export const formatAttack = ({ request, findings, status }: Attack): string =>
  [
    `${request.server} ${request.method} ${request.endpoint} by ${request.caller}: status ${status}`,
    ...findings.map(({ kind, text }) => `    ${kind}: ${text}`),
    `    ${request.mutations.length === 0 ? 'a valid call' : request.mutations.join(', ')}; ${request.url.slice(0, 200)}`,
  ].join('\n');

/** Findings alike, by call and kind, are shown once. */
const keyOf = ({ request, findings }: Attack): string =>
  `${request.server} ${request.endpoint} ${findings.map(({ kind }) => kind).join()}`;

/** Collects the rounds of a run, records each new kind of finding in a file, and prints a summary. */
export class RunReport {
  readonly #options: Pick<AttackOptions, 'seed' | 'out'>;
  readonly #seen = new Map<string, number>();
  readonly #answers = new Map<string, number>();
  readonly #startedAt = performance.now();
  #sent = 0;
  #rounds = 0;
  #flaws = 0;
  #slowestMs = 0;

  constructor(options: Pick<AttackOptions, 'seed' | 'out'>) {
    this.#options = options;
  }

  async add(round: number, result: RoundResult, health: readonly Finding[]): Promise<void> {
    this.#rounds += 1;
    this.#sent += result.sent;
    this.#slowestMs = Math.max(this.#slowestMs, result.slowestMs);
    for (const [key, count] of result.answers) this.#answers.set(key, (this.#answers.get(key) ?? 0) + count);
    for (const { text } of health) {
      this.#flaws += 1;
      console.log(`health: ${text}`);
    }
    for (const attack of result.attacks) await this.#note(round, attack);
    console.log(`round ${round}: ${result.sent} calls, ${result.attacks.length} findings`);
  }

  async #note(round: number, attack: Attack): Promise<void> {
    const key = keyOf(attack);
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    if (times > 1) return;
    await mkdir(this.#options.out, { recursive: true });
    const file = join(this.#options.out, `${key.replaceAll(/[^\w]+/g, '-')}.json`);
    await writeFile(file, JSON.stringify({ seed: this.#options.seed, round, ...attack }, null, 2));
    console.log(
      `${formatAttack(attack)}\n    seed ${this.#options.seed}, round ${round}; again: npm run attack -- --replay ${file}`,
    );
  }

  /** Prints the summary; returns the exit code. */
  finish(): number {
    const minutes = (performance.now() - this.#startedAt) / 60_000;
    const never = (['plant', 'portal', 'registry'] as const).flatMap((server) =>
      ATTACKED_APIS[server]
        .filter(({ id }) => !this.#answers.has(`${server} ${id} 2xx`))
        .map(({ id }) => `${server} ${id}`),
    );
    console.log(`\nnever answered with success: ${never.length === 0 ? 'none' : never.join(', ')}`);
    console.log(
      `${this.#rounds} rounds, ${this.#sent} calls in ${minutes.toFixed(1)} min, slowest ${Math.round(this.#slowestMs)} ms: ` +
        `${this.#seen.size + this.#flaws} kinds of findings`,
    );
    for (const [key, times] of this.#seen) console.log(`  ${times} times ${key}`);
    return this.#seen.size + this.#flaws === 0 ? 0 : 1;
  }
}
