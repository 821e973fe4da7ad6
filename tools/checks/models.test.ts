import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { recomputeAnswer } from '../recompute/recompute-answer.ts';
import { cardConstants, findConstant, listExportedRules, listTexts } from './model-cards.ts';
import { root } from './run-steps.ts';

// Holds the model cards, in both languages, and the page of roles to the code.

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readAll = (pattern: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern, { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => [path, read(path)]),
  );

const LANGUAGES = ['docs/models', 'docs/models/en'] as const;
const readCards = (folder: string): ReadonlyMap<string, string> => readAll(`${folder}/*.md`);
const models = readAll('packages/domain/src/{analysis,charts,review}/*.ts');
const policy = readAll('packages/domain/src/policy/*.ts');
const roles = read('docs/handbook/ruoli.md');

/** Sources that a card names; its constants stand in one of them. */
const sourcesOf = (card: string): readonly string[] =>
  [...models].filter(([path]) => card.includes(`\`${path}\``)).map(([, text]) => text);

test.each(LANGUAGES)('every constant of a card in %s has its value in the code', (folder) => {
  const cards = readCards(folder);
  const wrong = [...cards].flatMap(([path, card]) =>
    cardConstants(card).flatMap(({ name, value }) => {
      const found = sourcesOf(card).flatMap((source) => findConstant(source, name) ?? []);
      return found.includes(value) ? [] : [`${path}: ${name} is ${found.join() || 'not in the code'}, not ${value}`];
    }),
  );
  expect(wrong).toEqual([]);
  expect([...cards.values()].flatMap(cardConstants).length).toBeGreaterThan(70);
});

test.each(LANGUAGES)('every file of the analyses and every version of a formula stands in a card in %s', (folder) => {
  const text = [...readCards(folder).values()].join('\n');
  const files = [...models.keys()].filter((path) => !text.includes(`\`${path}\``));
  const versions = [...models.values()].flatMap((source) => listTexts(source, /_VERSION = '([^']+)'/g));
  const shown = listTexts(read('packages/i18n/src/it/gate-analysis.ts'), /'Formula ([\w-]+)'/g);
  expect(files).toEqual([]);
  expect(versions.length + shown.length).toBeGreaterThan(2);
  expect([...versions, ...shown].filter((version) => !text.includes(`\`${version}\``))).toEqual([]);
});

const EXAMPLES = ['sospetti', 'complici', 'eventi-correlati', 'en/suspects', 'en/accomplices', 'en/related-events'];

test.each(EXAMPLES)('the example of the card %s can be recomputed', (name) => {
  const [example = ''] = listTexts(read(`docs/models/${name}.md`), /```json\n(.*?)```/gs);
  const { rows } = recomputeAnswer(JSON.parse(example));
  expect(rows.flatMap(({ differences }) => differences)).toEqual([]);
  expect(rows).toHaveLength(1);
});

test('every permission is explained in the page of roles', () => {
  const rules = [...policy.values()].flatMap(listExportedRules);
  const grants = read('packages/domain/src/policy/user-grants.ts');
  const flags = listTexts(grants, /USER_FLAGS = \[(.*?)\]/gs).flatMap((list) => listTexts(list, /'(\w+)'/g));
  const granted = listTexts(grants, /ExceededRight =(.*?);/gs).flatMap((list) => listTexts(list, /'(\w+)'/g));
  const access = read('packages/contract/src/endpoint.ts');
  const called = listTexts(access, /type (?:Portal|Plant)Rule =(.*?);/gs).flatMap((list) =>
    listTexts(list, /'([\w.-]+)'/g),
  );
  expect(rules.length).toBeGreaterThan(20);
  expect([flags.length, granted.length, called.length]).toEqual([8, 6, 38]);
  const missing = [...rules, ...flags, ...granted, ...called].filter((name) => !roles.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

test('scores are used by the searches that show them, and by nothing that raises alerts or writes lists', () => {
  const users = globSync('apps/plant-server/src/**/*.ts', { cwd: root }).filter(
    (path) =>
      !path.endsWith('.test.ts') &&
      /domain\/analysis\/|(?:suspects|accomplices)\.public|listed_partner/.test(read(path)),
  );
  const subjects = new Set(users.map((path) => path.split('/').slice(3, 5).join('/')));
  const known = ['accomplices', 'gate-to-gate', 'related-events', 'suspects'].map((name) => `features/${name}`);
  expect([...subjects].filter((name) => basename(name) !== 'db.gen.ts').toSorted()).toEqual([
    ...known,
    'plate-index/movements',
  ]);
});

test('the score of the review is used by the review of the log alone', () => {
  const users = globSync('apps/*-server/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && /domain\/review\//.test(read(path)),
  );
  expect(new Set(users.map((path) => path.split('/').slice(0, 5).join('/')))).toEqual(
    new Set(['apps/plant-server/src/features/review']),
  );
});

const CARD = '| `POINTS_EACH.night` | `40` | points |\n| `MAX_POINTS` | `699` | highest |\n';

test.each([
  ['const MAX_POINTS = 699;', 'MAX_POINTS', '699'],
  ['export const SHARES = [0.02, 0.05] as const;', 'SHARES', '[0.02, 0.05]'],
  ['const EACH: Readonly<Record<Movement, number>> = {\n  night: 40,\n  gates: 10,\n};', 'EACH.gates', '10'],
  ['const B: X = {\n  night: { min: 0, max: 300 },\n};', 'B.night', '{ min: 0, max: 300 }'],
  ['const [READ, MISSED] = [1, 2];', 'READ', null],
  ['const EACH = {\n  night: 40,\n};', 'EACH.loops', null],
  ['const MAX_POINTS_MORE = 1;', 'MAX_POINTS', null],
])('reads constants of a source: %s', (source, name, value) => {
  expect(findConstant(source, name)).toBe(value);
});

test('reads the constants of a card, and the rules of a policy file', () => {
  expect(cardConstants(CARD)).toEqual([
    { name: 'POINTS_EACH.night', value: '40' },
    { name: 'MAX_POINTS', value: '699' },
  ]);
  expect(
    listExportedRules(
      'export const canFly = 1;\nexport const LEVEL = 8;\nexport function hasWings() {}\nconst own = 1;',
    ),
  ).toEqual(['canFly', 'hasWings']);
});
