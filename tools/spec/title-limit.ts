import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findIds } from './requirement-ids.ts';

/** Maximum number of requirement ids in the title of a test: more would claim what the test hardly proves. */
const MAX_IDS = 4;

const TEST_FOLDERS = ['apps', 'packages', 'tools', 'e2e', 'bench'];
const TEST_FILE = /\.(test|spec)\.tsx?$/;
// The first argument of test, it and describe, also behind a modifier: test.skip('...'), test.each([...])('...').
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** Complaints about test titles with too many requirement ids. */
export function findOverloadedTitles(titles: readonly string[]): string[] {
  return titles.flatMap((title) => {
    const count = findIds(title).length;
    return count > MAX_IDS ? [`${count} requirement ids in one title, at most ${MAX_IDS}: ${title}`] : [];
  });
}

/** Titles in the source of a test file. Titles built from tables are seen only in the results of a run. */
export const extractTitles = (source: string): string[] => [...source.matchAll(TITLE)].map(([, , title = '']) => title);

/** Complaints about the titles in all test files, each with its file. */
export async function checkTestTitles(root: string): Promise<string[]> {
  const folders = await Promise.all(
    TEST_FOLDERS.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  );
  const files = folders
    .flat()
    .filter((entry) => TEST_FILE.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
  const complaints = await Promise.all(
    files.map(async (file) =>
      findOverloadedTitles(extractTitles(await readFile(file, 'utf8'))).map(
        (text) => `${relative(root, file)}: ${text}`,
      ),
    ),
  );
  return complaints.flat();
}
