import { runLanes, stopRunning, type Step } from './run-steps.ts';

/**
 * Runs the lanes in parallel, then the exclusive steps that need the whole machine; or only the steps whose name
 * contains one of the given words. Sets the exit code.
 */
export async function runAll(
  lanes: readonly (readonly Step[])[],
  words: readonly string[],
  afterwards: readonly Step[] = [],
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopRunning();
      process.exitCode = 130;
    });
  }
  const isRequested = (step: Step): boolean => words.length === 0 || words.some((word) => step.name.includes(word));
  const startedAt = performance.now();
  const beside = await runLanes(lanes.map((lane) => lane.filter(isRequested)));
  const alone = await runLanes([afterwards.filter(isRequested)]);
  const [passed, failed] = [beside.passed + alone.passed, beside.failed + alone.failed];
  console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(1)} s in all`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 && process.exitCode === undefined ? 0 : 1);
}
