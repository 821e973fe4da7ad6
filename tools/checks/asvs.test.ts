import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-steps.ts';

const PAGE = 'docs/handbook/asvs.md';
/** Requirements of levels 1 and 2 in each chapter of OWASP ASVS 5.0.0. */
const PER_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const STATES = ['met', 'in part', 'not met', 'does not apply'];

interface Row {
  readonly ids: readonly string[];
  readonly state: string;
  readonly reason: string;
  readonly tests: readonly string[];
}

const rows: readonly Row[] = readFileSync(join(root, PAGE), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, ids = '', , , state = '', reason = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    return {
      ids: ids.split(', '),
      state,
      reason,
      tests: [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to),
    };
  });

test('the ASVS page has every requirement of levels 1 and 2 once', () => {
  const ids = rows.flatMap((row) => row.ids);
  expect(ids.length).toBe(new Set(ids).size);
  const found = PER_CHAPTER.map((_, index) => ids.filter((id) => id.startsWith(`${index + 1}.`)).length);
  expect(found).toEqual(PER_CHAPTER);
});

test('each row has a state and a test that exists, or a reason', () => {
  for (const { ids, state, reason, tests } of rows) {
    expect(STATES, ids.join()).toContain(state);
    expect(reason, ids.join()).not.toBe('');
    for (const path of tests) expect(existsSync(join(root, dirname(PAGE), path)), `${ids.join()}: ${path}`).toBe(true);
  }
});
