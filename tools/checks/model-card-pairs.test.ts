import { globSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { type CardLanguage, findEnglishCard, listCardParts } from './model-card-parts.ts';
import { cardConstants } from './model-cards.ts';
import { root } from './run-steps.ts';

// Holds the English model cards to the Italian ones: the same blocks, rows, constants, examples, numbers and links.

const FOLDERS: Readonly<Record<CardLanguage, string>> = { it: 'docs/models', en: 'docs/models/en' };
const listCards = (language: CardLanguage): readonly string[] =>
  globSync(`${FOLDERS[language]}/*.md`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
const readCard = (path: string): string => readFileSync(join(root, path), 'utf8');

const pairs = listCards('it').map((italian) => {
  const english = findEnglishCard(readCard(italian));
  return { name: basename(italian), italian, english: english === null ? null : posix.join(FOLDERS.it, english) };
});
const translated = new Map(pairs.flatMap(({ italian, english }) => (english === null ? [] : [[italian, english]])));

test('every Italian card leads to an English one, and every English one belongs to an Italian one', () => {
  const named = pairs.map(({ italian, english }) => english ?? `${italian} names none`);
  expect(named.toSorted()).toEqual(listCards('en').toSorted());
  expect(pairs.length).toBeGreaterThan(7);
});

test.each(pairs)('the English card of $name says the same in the same order', ({ italian, english }) => {
  const [source, translation] = [readCard(italian), readCard(english ?? '')];
  expect(listCardParts({ language: 'en', folder: FOLDERS.en, text: translation })).toEqual(
    listCardParts({ language: 'it', folder: FOLDERS.it, text: source }, translated),
  );
  expect(cardConstants(translation)).toEqual(cardConstants(source));
});

const ITALIAN = [
  '*In English: [Taxis](en/taxis.md).*',
  '## Limiti di `taxi-1`',
  'Fra 12 000 taxi lo 0,5 % (−2 punti), come i [treni](treni.md#limiti).',
  '- alle 10:00\n- mai',
  '| costante | |\n|---|---|\n| `MAX` | 3 |',
  '```json\n{ "punti": 3 }\n```',
].join('\n\n');
const ENGLISH = [
  '## Limits of `taxi-1`',
  'Among 12,000 taxis 0.5 % (−2 points), as with [trains](trains.md#limits).',
  '- at 10:00\n- never',
  '| constant | |\n|---|---|\n| `MAX` | 3 |',
  '```json\n{ "punti": 3 }\n```',
].join('\n\n');
const names = new Map([['docs/models/treni.md', 'docs/models/en/trains.md']]);
const partsOf = (text: string): readonly string[] => listCardParts({ language: 'en', folder: FOLDERS.en, text });
const italianParts = listCardParts({ language: 'it', folder: FOLDERS.it, text: ITALIAN }, names);

test('a translation has the parts of its source', () => {
  expect(partsOf(ENGLISH)).toEqual(italianParts);
  expect(findEnglishCard(ITALIAN)).toBe('en/taxis.md');
  expect(findEnglishCard(ENGLISH)).toBeNull();
});

test.each([
  ['a number', '12,000', '12,001'],
  ['the number format', '0.5', '0,5'],
  ['a sign', '−2', '2'],
  ['a unit', '0.5 %', '0.5'],
  ['an item of a list', '\n- never', ''],
  ['a row of a table', '\n| `MAX` | 3 |', ''],
  ['a cell of a row', '| 3 |', '| |'],
  ['the name of a constant', '`MAX`', '`MIN`'],
  ['the level of a heading', '## ', '### '],
  ['the target of a link', 'trains.md', 'README.md'],
  ['an example', '"punti": 3', '"punti": 4'],
])('a translation that differs in %s has other parts', (_, from, to) => {
  expect(partsOf(ENGLISH.replace(from, to))).not.toEqual(italianParts);
});
