import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationsIn, danglingCitations, danglingRequirements, readCitable, readSourceFiles } from './citations.ts';

// What code cites must stand in docs/spec or docs/design. Citations that lead nowhere are put together here, so that the
// check of this very file does not find them.

const root = resolve(import.meta.dirname, '../..');
const citable = readCitable(root);
const cited = (text: string): readonly string[] =>
  citationsIn(text, new Set(['LIC', 'SESS'])).map((citation) => citation.cited);
const planted = (words: readonly string[]): readonly string[] =>
  danglingCitations([{ path: 'a.ts', text: `\n/** A rule (${words.join(' ')}). */` }], citable);

it('every citation of the repository leads to a heading or a row', async () => {
  const files = await readSourceFiles(root);
  expect(files.length).toBeGreaterThan(1_000);
  expect(danglingCitations(files, citable)).toEqual([]);
});

it('every requirement names paragraphs that are described', () => {
  const table = readFileSync(join(root, 'docs/spec/requirements.tsv'), 'utf8');
  expect(danglingRequirements(table, citable)).toEqual([]);
  expect(danglingRequirements(`id\tarea\ttext\tspec\n1\tA\tx\t${'T'} 2.99`, citable)).toHaveLength(1);
});

describe('forms of citations', () => {
  it.each([
    ['// T 5.3: required', ['T 5.3']],
    ['(T 3.2, 5.1, 9)', ['T 3.2', 'T 5.1', 'T 9']],
    ['(P 2 and T 2.1)', ['P 2', 'T 2.1']],
    ['(T 9, 200 rows)', ['T 9']],
    ['(P 4, readings A-03 to A-06, B-37)', ['P 4', 'readings A-03', 'readings A-06', 'readings B-37']],
    ['(readings, part C)', ['readings, part C']],
    ['(security rules, parts 3 to 5)', ['security, part 3', 'security, part 5']],
    ['of the security rules (parts 2, 8, 9) in place', ['security, part 2', 'security, part 8', 'security, part 9']],
    ['part 1 of the security rules', ['security, part 1']],
    ['storage design, part 7 (Q2, Q5)', ['storage, part 7', 'storage, part Q2', 'storage, part Q5']],
    ['storage design, part 12, rule 5', ['storage, part 12', 'storage, part 12 rule 5']],
    ['(storage design, Q8)', ['storage, part Q8']],
    ['analysis design, part 4, E', ['analysis, part 4', 'analysis, part 4 E']],
    ['the analysis design states (part 6)', ['analysis, part 6']],
    ['(decisions, "Cameras")', ['decisions, "Cameras"']],
    ['(decisions, Accountability)', ['decisions, "Accountability"']],
    ['SESS-05 and SHA-256', ['SESS-05']],
    ['(P 7, security 6)', ['P 7', 'security, part 6']],
    ['(security 8, 9)', ['security, part 8', 'security, part 9']],
    ['(design 9 and 10, T 2.4)', ['T 2.4', 'interface, part 9', 'interface, part 10']],
    ['(design 1.6)', ['interface, part 1 rule 6']],
    [' * rules (security\n * rules, part 9)', ['security, part 9']],
    ['const T = 5; x.T 4', []],
  ])('%s', (text, expected) => {
    expect(cited(text)).toEqual(expected);
  });
});

describe('a citation that leads nowhere is told with file and line', () => {
  it.each([
    [['T', '5.33']],
    [['P', '12']],
    [['readings', 'TA', '99'].join(' ').replace('TA ', 'TA').split(' ')],
    [['readings,', 'part', 'Z']],
    [['security', 'rules,', 'part', '16']],
    [['storage', 'design,', 'part', '7', '(Q99)']],
    [['storage', 'design,', 'part', '12,', 'rule', '44']],
    [['analysis', 'design,', 'part', '2,', 'E']],
    [['security', '19']],
    [['design', '99']],
    [['(part', '9)']],
    [['decisions,', '"Weather"']],
    [['LIC', '99'].join('-').split(' ')],
  ])('%j', (words) => {
    expect(planted(words)).toEqual([expect.stringMatching(/^a\.ts:2: .+ is not in docs\/spec or docs\/design$/)]);
  });
});
