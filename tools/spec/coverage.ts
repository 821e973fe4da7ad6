import { findIds } from './requirement-ids.ts';
import type { TestOutcome } from './test-results.ts';

export interface Requirement {
  id: string;
  area: string;
  text: string;
}

export interface CoveredRow extends Requirement {
  state: 'proven' | 'failing' | 'none';
  /** Titles of the tests that name the requirement. */
  tests: string[];
}

/** Parses requirements.tsv: id, area, requirement, ... with one header line. */
export function parseRequirements(tsv: string): Requirement[] {
  return tsv
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [id = '', area = '', text = ''] = line.split('\t');
      return { id, area, text };
    });
}

/** A requirement is proven when at least one test that names it passed and none failed. */
export function computeCoverage(
  rows: readonly Requirement[],
  outcomes: readonly TestOutcome[],
): { rows: CoveredRow[]; unknownIds: string[] } {
  const byId = new Map<string, TestOutcome[]>();
  for (const outcome of outcomes) {
    if (outcome.state === 'skipped') continue;
    for (const id of findIds(outcome.title)) byId.set(id, [...(byId.get(id) ?? []), outcome]);
  }
  const covered = rows.map((row): CoveredRow => {
    const tests = byId.get(row.id) ?? [];
    const hasFailed = tests.some((test) => test.state === 'failed');
    const state = tests.length === 0 ? 'none' : hasFailed ? 'failing' : 'proven';
    return { ...row, state, tests: tests.map((test) => test.title) };
  });
  const known = new Set(rows.map((row) => row.id));
  const prefixes = new Set(rows.map((row) => row.id.split('-')[0]));
  const unknownIds = [...byId.keys()].filter((id) => !known.has(id) && prefixes.has(id.split('-')[0]));
  return { rows: covered, unknownIds: unknownIds.toSorted() };
}
