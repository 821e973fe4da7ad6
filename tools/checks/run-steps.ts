import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Result of one step. `passed` and `failed` count tests; a check counts as a single test. */
export interface StepResult {
  passed: number;
  failed: number;
  /** Printed on failure; must contain everything needed to fix the problem. */
  output: string;
  /** Short text behind the step's name, e.g. "312 tests". */
  note?: string;
  /** Slowest files of a step of tests, see `formatSlowestFiles`. */
  slowest?: string;
}

export interface Step {
  name: string;
  run(): Promise<StepResult>;
}

export interface CommandResult {
  code: number;
  output: string;
}

const running = new Set<ReturnType<typeof spawn>>();

/** Stops the processes started by the steps; for Ctrl-C handlers. */
export function stopRunning(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Runs a program of node_modules/.bin in the repository; resolves with all its output. */
export function runTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin', tool), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`, ...env },
    });
    running.add(child);
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.once('error', (error) => {
      running.delete(child);
      done({ code: 1, output: error.message });
    });
    child.once('close', (code) => {
      running.delete(child);
      done({ code: code ?? 1, output });
    });
  });
}

/** A check that is a single program: passes when it exits with 0. */
export function createToolStep(name: string, tool: string, args: string[]): Step {
  return {
    name,
    async run() {
      const { code, output } = await runTool(tool, args);
      return toCheckResult(code === 0 ? [] : [output]);
    },
  };
}

/** Result of a check that returns a list of complaints; an empty list passes. */
export function toCheckResult(complaints: readonly string[]): StepResult {
  const failed = complaints.length > 0 ? 1 : 0;
  return { passed: 1 - failed, failed, output: complaints.join('\n') };
}

/** Runs lanes in parallel and the steps of a lane in sequence, and prints each step when it ends. */
export async function runLanes(lanes: readonly (readonly Step[])[]): Promise<{ passed: number; failed: number }> {
  const total = { passed: 0, failed: 0 };
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) {
        const startedAt = performance.now();
        const result = await runGuarded(step);
        total.passed += result.passed;
        total.failed += result.failed;
        printStep(step.name, result, (performance.now() - startedAt) / 1000);
      }
    }),
  );
  return total;
}

async function runGuarded(step: Step): Promise<StepResult> {
  try {
    return await step.run();
  } catch (error) {
    return toCheckResult([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  }
}

function printStep(name: string, result: StepResult, seconds: number): void {
  const mark = result.failed === 0 ? 'ok  ' : 'FAIL';
  console.log(`${mark} ${name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s  ${result.note ?? ''}`.trimEnd());
  if (result.slowest !== undefined && result.slowest !== '') console.log(`  slowest: ${result.slowest}`);
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`);
}
