import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readSourceFiles } from './citations.ts';

// Checks that the variables, links, headings and commands named in documents exist.

const root = resolve(import.meta.dirname, '../..');

interface Doc {
  readonly path: string;
  readonly text: string;
}

let docs: readonly Doc[];
let variables: ReadonlySet<string>;

beforeAll(async () => {
  docs = await readDocuments(['*.md', 'docs/**/*.md', 'apps/*/README.md', 'packages/*/README.md']);
  const sources = await readDocuments([
    'apps/*/src/env.ts',
    'packages/server-kit/src/backup/backup-settings.ts',
    'packages/server-kit/src/testing/*.ts',
    'apps/cli/src/**/*.ts',
    'tools/**/*.{ts,mjs}',
    'playwright.config.ts',
  ]);
  const tests = await readDocuments(['{apps,packages}/*/src/**/*.test.ts', 'tools/**/*.test.ts']);
  variables = new Set([
    ...sources.filter(isCommand).flatMap(({ text }) => text.match(/\bVARCO_[A-Z][A-Z_]*\b/g) ?? []),
    // Environment variables that tests read themselves, for longer runs.
    ...tests.flatMap(({ text }) =>
      [...text.matchAll(/process\.env\['(VARCO_[A-Z_]+)'\]/g)].map(([, name = '']) => name),
    ),
  ]);
});

const isCommand = ({ path }: Doc): boolean => !path.endsWith('.test.ts');

async function readDocuments(patterns: readonly string[]): Promise<Doc[]> {
  const found: Doc[] = [];
  for await (const path of glob([...patterns], { cwd: root, exclude: (name) => name === 'node_modules' })) {
    found.push({ path, text: readFileSync(join(root, path), 'utf8') });
  }
  return found;
}

/** Reports `complaint` for every match of `pattern` in a document that is not accepted. */
function findComplaints(pattern: RegExp, complaint: (found: string, doc: Doc) => string | null): string[] {
  return docs.flatMap((doc) =>
    [...doc.text.matchAll(pattern)].flatMap(([, found = '']) => {
      const text = complaint(found, doc);
      return text === null ? [] : [`${doc.path}: ${text}`];
    }),
  );
}

/** Anchor of a heading, as common Markdown renderers generate it. */
function buildAnchor(heading: string): string {
  const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return plain.trim().replaceAll(' ', '-');
}

const listAnchors = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => buildAnchor(heading));

function findBrokenLink(target: string, doc: Doc): string | null {
  if (/^[a-z]+:/.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? join(root, doc.path) : resolve(root, dirname(doc.path), path);
  if (!existsSync(file)) return `link to ${target}, which is not there`;
  if (anchor === undefined || !file.endsWith('.md')) return null;
  return listAnchors(readFileSync(file, 'utf8')).includes(anchor) ? null : `link to the missing heading ${target}`;
}

test('there are documents to check', () => {
  expect(docs.map((doc) => doc.path)).toEqual(expect.arrayContaining(['README.md', 'docs/glossary.md']));
});

test('every variable a document names is read by a program', () => {
  const wrong = findComplaints(/\b(VARCO_[A-Z][A-Z_]*)\b/g, (name) =>
    variables.has(name) || variables.has(name.replace(/_FILE$/, '')) ? null : `${name} is read by no program`,
  );
  expect(wrong).toEqual([]);
});

test('every relative link leads somewhere', () => {
  expect(findComplaints(/\]\(([^()\s]+)\)/g, findBrokenLink)).toEqual([]);
});

test('every command a document names exists', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const scripts = Object.entries(Object(Reflect.get(Object(manifest), 'scripts')));
  const isThere = (name: string): boolean => {
    const script = String(scripts.find(([key]) => key === name)?.[1] ?? '');
    const [, command] = /tools\/go\.mjs (\w+)/.exec(script) ?? [];
    if (command === undefined) return script !== '';
    return [`tools/${command}.ts`, `tools/${command}/main.ts`].some((file) => existsSync(join(root, file)));
  };
  const named = /\bnpm (?:run )?(?:-s )?(start|test|(?<=run )[\w-]+|(?<=run -s )[\w-]+)/g;
  expect(findComplaints(named, (name) => (isThere(name) ? null : `there is no command npm run ${name}`))).toEqual([]);
});

test('every variable of a server stands in the manual of who runs it', () => {
  const manual = docs.find((doc) => doc.path === 'docs/handbook/gestore.md')?.text ?? '';
  const missing = ['portal-server', 'plant-server', 'registry'].flatMap((app) => {
    const text = readFileSync(join(root, `apps/${app}/src/env.ts`), 'utf8');
    return [...text.matchAll(/^ {2}(VARCO_[A-Z_]+):/gm)].flatMap(([, name = '']) =>
      manual.includes(`\`${name}\``) ? [] : [`${app}: ${name}`],
    );
  });
  expect(missing).toEqual([]);
});

const listRecords = (): readonly Doc[] => docs.filter(({ path }) => /^docs\/adr\/\d{4}-/.test(path));

const MAX_RECORD_WORDS = 450;

test('every decision record has context, decision and consequences, and is short', () => {
  const wrong = listRecords().flatMap(({ path, text }) => {
    const words = text.split(/\s+/).filter((word) => word !== '').length;
    const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    return [
      ...(words > MAX_RECORD_WORDS ? [`${path}: ${words} words`] : []),
      ...(parts.join() === 'Context,Decision,Consequences' ? [] : [`${path}: parts ${parts.join()}`]),
    ];
  });
  expect(wrong).toEqual([]);
});

// Released migrations never change: the table of former numbers says where their numbers lead.
test('every cited decision record is there, or a migration cites a former number', async () => {
  const numbers = new Set(listRecords().map(({ path }) => path.slice('docs/adr/'.length).slice(0, 4)));
  const files = await readSourceFiles(root);
  const wrong = files
    .filter(({ path }) => !/\/migrations\/.*\.sql$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bADR[ \t\n*/#-]+(\d{4})\b/g)].flatMap(([, number = '']) =>
        numbers.has(number) ? [] : [`${path}: ADR ${number}`],
      ),
    );
  expect(wrong).toEqual([]);
});

test('every decision record stands in the table of records, with its title and status', () => {
  const records = listRecords();
  const table = docs.find(({ path }) => path === 'docs/adr/README.md')?.text ?? '';
  expect(records.length).toBeGreaterThan(20);
  const missing = records.filter(({ path, text }) => {
    const row = table.split('\n').find((line) => line.includes(`(${path.slice('docs/adr/'.length)})`));
    const status = /^Status: (.+)$/m.exec(text)?.[1];
    return row === undefined || status === undefined || !row.endsWith(`| ${status} |`);
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
});
