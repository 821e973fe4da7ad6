import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readReplacedWords, repositoryComplaints, splitName, vocabularyComplaints } from './vocabulary.ts';

const root = resolve(import.meta.dirname, '../..');
const replaced = readReplacedWords(readFileSync(resolve(root, 'docs/glossary.md'), 'utf8'));

test('names use the terms of the glossary', () => {
  expect(repositoryComplaints(root)).toEqual([]);
});

test('a replaced word is found in a name, whatever its form', () => {
  const text = 'const RIVAL_ROWS = 3;\nexport class AlertDesk {}\nexport function startChores(): void {}\n';
  expect(vocabularyComplaints('apps/x/kept-night.ts', text, replaced)).toHaveLength(4);
  expect(vocabularyComplaints('apps/x/alert-jobs.ts', 'export const desktopWidth = 3;\n', replaced)).toEqual([]);
});

test('a constant must not begin with a replaced beginning', () => {
  const text = 'const MOST_ROWS = 3;\nconst LEAST_MS = 4;\nconst isMostRecent = true;\n';
  expect(vocabularyComplaints('apps/x/limits.ts', text, replaced)).toHaveLength(2);
});

test('a name is split where its form says so', () => {
  expect(splitName('keptNightOf')).toEqual(['kept', 'night', 'of']);
  expect(splitName('MAX_ROWS')).toEqual(['max', 'rows']);
  expect(splitName('URLPattern2')).toEqual(['url', 'pattern2']);
});
