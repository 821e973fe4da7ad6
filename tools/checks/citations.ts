import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Citations of code and documents, held against `docs/spec` and `docs/design`. The forms stand in `docs/spec/README.md`.
 */

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** What may be cited. */
export interface Citable {
  /** `T 5.3`, `P 2`. */
  readonly paragraphs: ReadonlySet<string>;
  /** `TA20`, `A-01`, `B-30`, and the parts as `part C`. */
  readonly readings: ReadonlySet<string>;
  /** Headings and first cells of table rows of the decisions, in lower case. */
  readonly decisions: readonly string[];
  /** By document: its parts (`9`), their lettered sections (`4 E`), their rules (`12 rule 5`) and queries (`Q8`). */
  readonly designs: Readonly<Record<Design, ReadonlySet<string>>>;
  /** `LIC-07`. */
  readonly requirements: ReadonlySet<string>;
}

export type Design = 'security' | 'storage' | 'analysis' | 'interface';

/** One thing cited at one place. */
export interface Citation {
  /** Counted from 1. */
  readonly line: number;
  readonly cited: string;
  readonly isThere: (citable: Citable) => boolean;
}

const PATTERNS = [
  '{apps,packages,bench,tools,e2e}/**/*.{ts,tsx,mjs,sql,css,html,md,json}',
  'docs/**/*.md',
  '*.{md,ts}',
];
const LEFT_OUT = new Set(['node_modules', 'dist']);

/** Every source and document file of the repository. */
export async function readSourceFiles(root: string): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const path of glob(PATTERNS, { cwd: root, exclude: (name) => LEFT_OUT.has(name) }))
    files.push({ path, text: readFileSync(join(root, path), 'utf8') });
  return files;
}

export function readCitable(root: string): Citable {
  const read = (path: string): string => readFileSync(join(root, 'docs', path), 'utf8');
  return {
    paragraphs: new Set(firstCells(read('spec/paragraphs.md'))),
    readings: readingIds(read('spec/readings.md')),
    decisions: decisionNames(read('spec/decisions.md')),
    designs: {
      security: designParts(read('design/security.md')),
      storage: designParts(read('design/storage.md')),
      analysis: designParts(read('design/analysis.md')),
      interface: designParts(read('design/interface.md')),
    },
    requirements: new Set(
      read('spec/requirements.tsv')
        .split('\n')
        .flatMap((line) => /^[A-Z0-9]+-\d+(?=\t)/.exec(line) ?? []),
    ),
  };
}

/** `path:line: what` for each citation that leads nowhere, in the order of the files. */
export const danglingCitations = (files: readonly SourceFile[], citable: Citable): readonly string[] =>
  files.flatMap(({ path, text }) =>
    citationsIn(text, requirementAreas(citable))
      .filter((citation) => !citation.isThere(citable))
      .map(({ line, cited }) => `${path}:${line}: ${cited} is not in docs/spec or docs/design`),
  );

/** Citations of the column `spec` of the requirements. */
export const danglingRequirements = (table: string, citable: Citable): readonly string[] =>
  table
    .split('\n')
    .slice(1)
    .flatMap((row, index) =>
      (row.split('\t')[3] ?? '')
        .split(/[,;]/)
        .map((cited) => cited.trim())
        .filter((cited) => cited !== '' && !citable.paragraphs.has(cited))
        .map((cited) => `docs/spec/requirements.tsv:${index + 2}: ${cited} is not in docs/spec/paragraphs.md`),
    );

const requirementAreas = ({ requirements }: Citable): ReadonlySet<string> =>
  new Set([...requirements].map((id) => id.replace(/-\d+$/, '')));

/** A space, or the end of a line of a comment and the beginning of the next. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|//|--|#)?[ \t]*)`;
const pattern = (source: string): RegExp => new RegExp(source.replaceAll(' ', GAP), 'g');

const NUMBER = String.raw`\d+(?:\.\d+)?`;
/** `T 3.2, 5.1, 9`: a bare number goes on with the list only where the list ends or goes on after it. */
const PARAGRAPHS = pattern(
  String.raw`(?<![\w.'"#/\-])([PT]) (${NUMBER}(?:(?:, | and )${NUMBER}(?=[,;:)]| and|\.\s|\.$))*)(?![\w%])`,
);
const READING = /(?<![\w-])(?:TA\d{2}|[AB]-\d{2})(?![\w-])/g;
const READING_PART = pattern(String.raw`\breadings, part ([A-Z0-9])\b`);
const PARTS = String.raw`parts? (\d+(?:(?:, | and | to )\d+)*)((?:, [A-E]\b)|(?:, rule \d+)|(?: \(Q[\dQ,\s]+\)))?`;
const DESIGN_PARTS = pattern(
  String.raw`\b(security|storage|analysis)(?: rules| design)?(?: states)?(?:,)? \(?${PARTS}`,
);
const DESIGN_PARTS_OF = pattern(String.raw`\bpart (\d+) of the (security|storage|analysis) (?:rules|design)`);
const DESIGN_QUERY = pattern(String.raw`\bstorage design, (Q\d+)\b`);
/** `security 8, 9`: short for the security rules; `design 9 and 10`, `design 1.6`: the interface design. */
const SECURITY = pattern(String.raw`\bsecurity (\d+(?:, \d+(?=[,;:)]))*)(?![\w%])`);
const INTERFACE = pattern(
  String.raw`(?<!(?:storage|analysis) )\bdesign,? (${NUMBER}(?:(?:, | and )${NUMBER})*)(?=[,;:)])`,
);
const DECISION = pattern(String.raw`\bdecisions, (?:"([^"\n]+)"|([A-Z][a-z]+)\b)`);
/** A part in brackets without the name of its document. */
const NOWHERE = pattern(String.raw`(?<!rules |design |states )\(parts? [\d,\s]+\)`);
const REQUIREMENT = /(?<![\w-])([A-Z][A-Z0-9]{1,7})-\d{2,3}(?![\w-])/g;

/** Everything a text cites. @param areas of the requirements, which other words with a number are not */
export function citationsIn(text: string, areas: ReadonlySet<string>): readonly Citation[] {
  const found: Citation[] = [];
  const note = (index: number, cited: string, isThere: Citation['isThere']): void => {
    found.push({ line: text.slice(0, index).split('\n').length, cited, isThere });
  };
  const inDesign = (index: number, name: string, part: string): void => {
    const design = name as Design;
    note(index, `${design}, part ${part}`, ({ designs }) => designs[design].has(part));
  };

  for (const { index, 1: letter = '', 2: list = '' } of text.matchAll(PARAGRAPHS))
    for (const [number] of list.matchAll(new RegExp(NUMBER, 'g')))
      note(index, `${letter} ${number}`, ({ paragraphs }) => paragraphs.has(`${letter} ${number}`));
  for (const { index, 0: id } of text.matchAll(READING))
    note(index, `readings ${id}`, ({ readings }) => readings.has(id));
  for (const { index, 1: part = '' } of text.matchAll(READING_PART))
    note(index, `readings, part ${part}`, ({ readings }) => readings.has(`part ${part}`));
  for (const { index, 1: design = '', 2: list = '', 3: inside = '' } of text.matchAll(DESIGN_PARTS)) {
    const numbers = list.match(/\d+/g) ?? [];
    for (const number of numbers) inDesign(index, design, number);
    const letter = /^, *([A-E])$/.exec(inside)?.[1] ?? /^, *(rule \d+)$/.exec(inside)?.[1];
    if (letter !== undefined) inDesign(index, design, `${numbers.at(-1) ?? ''} ${letter}`);
    for (const query of inside.match(/Q\d+/g) ?? []) inDesign(index, design, query);
  }
  for (const { index, 1: number = '', 2: design = '' } of text.matchAll(DESIGN_PARTS_OF))
    inDesign(index, design, number);
  for (const { index, 1: query = '' } of text.matchAll(DESIGN_QUERY)) inDesign(index, 'storage', query);
  for (const { index, 1: list = '' } of text.matchAll(SECURITY))
    for (const number of list.match(/\d+/g) ?? []) inDesign(index, 'security', number);
  for (const { index, 1: list = '' } of text.matchAll(INTERFACE))
    for (const number of list.match(/[\d.]+/g) ?? []) inDesign(index, 'interface', number.replace('.', ' rule '));
  for (const { index } of text.matchAll(NOWHERE)) note(index, 'a part of no document', () => false);
  for (const { index, 1: quoted, 2: word = '' } of text.matchAll(DECISION)) {
    const name = quoted ?? word;
    const isThere: Citation['isThere'] = ({ decisions }) => decisions.some((one) => one.startsWith(name.toLowerCase()));
    note(index, ['decisions,', `"${name}"`].join(' '), isThere);
  }
  for (const { index, 0: id, 1: area = '' } of text.matchAll(REQUIREMENT))
    if (areas.has(area)) note(index, id, ({ requirements }) => requirements.has(id));
  return found;
}

/** First cells of the rows of all tables, without marks of Markdown. */
const firstCells = (text: string): readonly string[] =>
  [...text.matchAll(/^\| *([^|]*?) *\|/gm)].map(([, cell = '']) => cell.replaceAll(/[*`]/g, ''));

const headings = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);

/** Each reading begins a point with its id in bold; parts A, B, C and 1 to 5 are headings. */
const readingIds = (text: string): ReadonlySet<string> =>
  new Set([
    ...[...text.matchAll(/^- \*\*(TA\d{2}|[AB]-\d{2})\b/gm)].map(([, id = '']) => id),
    ...headings(text).flatMap((heading) => {
      const part = /^([A-Z0-9])\. /.exec(heading)?.[1];
      return part === undefined ? [] : [`part ${part}`];
    }),
  ]);

const decisionNames = (text: string): readonly string[] =>
  [...headings(text), ...firstCells(text), ...[...text.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, name = '']) => name)]
    .map((name) => name.toLowerCase())
    .filter((name) => name !== '');

/** Headings `## 9. Title`, below them `### E. Title`, points `5. ...` (rules) and rows `| Q8 | ...` (queries). */
function designParts(text: string): ReadonlySet<string> {
  const parts = new Set<string>();
  let part = '';
  for (const line of text.split('\n')) {
    const number = /^## (\d+)\. /.exec(line)?.[1];
    if (number !== undefined) part = number;
    if (part === '') continue;
    parts.add(part);
    const letter = /^### ([A-E])\. /.exec(line)?.[1];
    if (letter !== undefined) parts.add(`${part} ${letter}`);
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined) parts.add(`${part} rule ${rule}`);
    const query = /^\| (Q\d+) +\|/.exec(line)?.[1];
    if (query !== undefined) parts.add(query);
  }
  return parts;
}
