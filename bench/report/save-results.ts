import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Writes a run into the checkout, to be committed: `bench/results/NAME.json` and, if given,
 * `docs/pictures/bench-NAME.svg`.
 */
export function saveResults(name: string, result: unknown, picture?: string): void {
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  writeFileSync(join(root, 'bench/results', `${name}.json`), `${JSON.stringify(result, null, 1)}\n`);
  if (picture === undefined) return;
  mkdirSync(join(root, 'docs/pictures'), { recursive: true });
  writeFileSync(join(root, 'docs/pictures', `bench-${name}.svg`), picture);
}
