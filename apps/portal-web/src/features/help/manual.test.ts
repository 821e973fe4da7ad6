import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../lib/help/help-topics.ts';
import { findTopicOfAnchor, findTopicSections, matchesQuery, parseManual, takeWithChildren } from './manual.ts';
import { resolveManualLink } from './manuals.ts';
import { resolveCardLink } from './model-card-texts.ts';

const HANDBOOK = path.resolve(import.meta.dirname, '../../../../../docs/handbook');
const readManual = (name: string) => parseManual(readFileSync(path.join(HANDBOOK, `${name}.md`), 'utf8'));
const PAIRS = [
  ['utente', 'user'],
  ['amministratore', 'administrator'],
] as const;

describe('the manuals', () => {
  it.each([0, 1] as const)('every topic is a paragraph of one manual, in each language (%i)', (language) => {
    const found = PAIRS.flatMap((names) => readManual(names[language]).sections.map(({ topic }) => topic));
    expect(found.filter((topic) => topic !== null).toSorted()).toEqual(HELP_TOPICS.toSorted());
  });

  it.each(PAIRS)('%s and %s say the same things in the same order', (italian, english) => {
    const outline = (name: string) =>
      readManual(name).sections.map(({ depth, topic, blocks }) =>
        [depth, topic, ...blocks.map(describeBlock)].join(' '),
      );
    expect(outline(english)).toEqual(outline(italian));
  });

  it.each(PAIRS.flat())('every chapter of %s can be reached and has text', (name) => {
    const { title, sections } = readManual(name);
    expect(title).not.toBe('');
    const chapters = sections.filter(({ depth }) => depth === 2);
    expect(chapters.filter(({ topic }) => topic === null)).toEqual([]);
    const empty = sections.filter((_, index) =>
      takeWithChildren(sections, index).every(({ blocks }) => blocks.length === 0),
    );
    expect(empty).toEqual([]);
    expect(new Set(sections.map(({ anchor }) => anchor)).size).toBe(sections.length);
  });
});

/** Kind of a block, with the number of its items or rows. */
function describeBlock(token: Token): string {
  if (token.type === 'list' && 'items' in token) return `list ${token.items.length}`;
  return token.type === 'table' && 'rows' in token ? `table ${token.rows.length}` : token.type;
}

const SAMPLE = parseManual(`# Title

Preface.

<!-- topic: search -->

## Searching

Type a **plate** and press \`Enter\`.

### Late rows

They come in è modo.

## The list's end

Text.
`);

describe('parsing', () => {
  it('a topic is its paragraph with the paragraphs below it, up to the next chapter', () => {
    expect(findTopicSections(SAMPLE, 'search').map(({ title }) => title)).toEqual(['Searching', 'Late rows']);
    expect(findTopicSections(SAMPLE, 'zones')).toEqual([]);
    expect(SAMPLE.preface.map(({ raw }) => raw.trim())).toEqual(['Preface.']);
    expect(SAMPLE.sections.map(({ anchor }) => anchor)).toEqual(['searching', 'late-rows', 'the-lists-end']);
  });

  it('an anchor leads to the topic it stands under', () => {
    expect(findTopicOfAnchor(SAMPLE, 'late-rows')).toBe('search');
    expect(findTopicOfAnchor(SAMPLE, 'missing')).toBeNull();
  });

  it('a query finds words in any order, whatever their case, accents and marks', () => {
    const [searching, late] = SAMPLE.sections;
    expect(searching !== undefined && matchesQuery(searching, 'ENTER plate')).toBe(true);
    expect(searching !== undefined && matchesQuery(searching, 'plate zone')).toBe(false);
    expect(late !== undefined && matchesQuery(late, 'e MODO late')).toBe(true);
  });

  it('links stay within the manuals', () => {
    expect(resolveManualLink('user', '#late-rows')).toEqual({ manual: 'user', anchor: 'late-rows' });
    expect(resolveManualLink('user', 'administrator.md#holds')).toEqual({ manual: 'administrator', anchor: 'holds' });
    for (const href of ['ruoli.md', '../adr/0001.md#x', 'https://evil.example', 'javascript:alert(1)'])
      expect(resolveManualLink('user', href)).toBeNull();
  });

  it('links of model cards stay within the cards, in both languages', () => {
    expect(resolveCardLink('suspects', 'complici.md')).toEqual({ card: 'accomplices', anchor: '' });
    expect(resolveCardLink('suspects', 'accomplices.md#limits')).toEqual({ card: 'accomplices', anchor: 'limits' });
    expect(resolveCardLink('clones', '#example')).toEqual({ card: 'clones', anchor: 'example' });
    for (const href of ['README.md#chi-decide', '../benchmarks.md', 'https://evil.example', 'javascript:alert(1)'])
      expect(resolveCardLink('suspects', href)).toBeNull();
  });
});
