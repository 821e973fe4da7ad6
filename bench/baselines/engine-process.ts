import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Answer = z.object({
  id: z.int(),
  ms: z.number().optional(),
  rows: z.int().optional(),
  /** Last column of the first row, as text. */
  first: z.string().optional(),
  error: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

export type EngineName = 'duckdb' | 'clickhouse';

/** The engine exceeded its time limit; it was stopped and is restarted for the next query. */
export class StatementTimeoutError extends Error {}

const enginesFolder = join(import.meta.dirname, 'engines');

/** A baseline engine in a process of its own. */
export class EngineProcess {
  private child: ChildProcess | null = null;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private lastId = 0;
  private readonly name: EngineName;
  private readonly folder: string;

  constructor(name: EngineName, folder: string) {
    this.name = name;
    this.folder = folder;
  }

  /** Process id; 0 when it does not run. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Runs a statement. Throws the engine's error, or {@link StatementTimeoutError}. */
  async run(sql: string, limitMs: number): Promise<Answer> {
    if (this.child === null) await this.start();
    const answer = await this.sendStatement(sql, limitMs);
    if (answer === 'late') {
      await this.stop();
      // Restarted now, so that the next query is not charged for it.
      await this.start();
      throw new StatementTimeoutError(`more than ${limitMs / 1000} s`);
    }
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Stops the engine orderly, so that all its data is on disk. */
  async close(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.stdin?.end();
    await gone;
  }

  /** Starts the engine, so that the first query does not wait for it. */
  async start(): Promise<void> {
    mkdirSync(this.folder, { recursive: true });
    const child = spawn(process.execPath, [join(enginesFolder, `${this.name}.mjs`), this.folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child = child;
    const ready = new Promise<Answer>((done) => this.waiting.set(0, done));
    if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', (line) => this.handleLine(line));
    child.once('exit', (code, signal) => {
      if (this.child === child) this.child = null;
      for (const done of this.waiting.values()) done({ id: 0, error: `the engine ended (${signal ?? code})` });
      this.waiting.clear();
    });
    const { error } = await ready;
    if (error !== undefined) throw new Error(error);
  }

  private handleLine(line: string): void {
    // An engine may print other lines between its responses.
    if (!line.startsWith('{"id":')) return;
    const answer = Answer.parse(JSON.parse(line));
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }

  private async sendStatement(sql: string, limitMs: number): Promise<Answer | 'late'> {
    const id = ++this.lastId;
    const answered = new Promise<Answer>((done) => this.waiting.set(id, done));
    this.child?.stdin?.write(`${JSON.stringify({ id, sql })}\n`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((done) => {
      timer = setTimeout(() => done('late'), limitMs);
    });
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }
}
