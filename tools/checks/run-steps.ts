import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** What one step found. `passed` and `failed` count tests; a check counts as one of either. */
export interface StepResult {
  passed: number;
  failed: number;
  /** Shown when something failed: must let the reader repair it. */
  output: string;
  /** A few words behind the step's name, e.g. "312 tests". */
  note?: string;
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

/** Ends what the steps started; for the handlers of Ctrl-C. */
export function stopRunning(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Runs a program of node_modules/.bin in the repository; resolves with everything it printed. */
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

/** A check that is one program: passes when it exits with 0. */
export function toolStep(name: string, tool: string, args: string[]): Step {
  return {
    name,
    async run() {
      const { code, output } = await runTool(tool, args);
      return checkResult(code === 0 ? [] : [output]);
    },
  };
}

/** A check written here: a list of complaints, none when all is well. */
export function checkResult(complaints: readonly string[]): StepResult {
  const failed = complaints.length > 0 ? 1 : 0;
  return { passed: 1 - failed, failed, output: complaints.join('\n') };
}

/** Runs lanes side by side, the steps of a lane one after the other, and prints each as it ends. */
export async function runLanes(lanes: readonly (readonly Step[])[]): Promise<{ passed: number; failed: number }> {
  const total = { passed: 0, failed: 0 };
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) {
        const startedAt = performance.now();
        const result = await runGuarded(step);
        total.passed += result.passed;
        total.failed += result.failed;
        print(step.name, result, (performance.now() - startedAt) / 1000);
      }
    }),
  );
  return total;
}

async function runGuarded(step: Step): Promise<StepResult> {
  try {
    return await step.run();
  } catch (error) {
    return checkResult([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  }
}

function print(name: string, result: StepResult, seconds: number): void {
  const mark = result.failed === 0 ? 'ok  ' : 'FAIL';
  console.log(`${mark} ${name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s  ${result.note ?? ''}`.trimEnd());
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`);
}
