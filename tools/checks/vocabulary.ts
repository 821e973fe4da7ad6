import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A word that names must not contain, or with `_` at its end must not begin with, and what to write instead. */
export interface ReplacedWord {
  readonly word: string;
  readonly instead: string;
}

/** Names that contain a replaced word in its ordinary sense: the Unix user nobody, the doors of a car. */
const ALLOWED_NAMES = new Set(['NOBODY', 'nobody', 'doors']);

/** The table "Replaced words" of the glossary. Throws when it is not there. */
export function readReplacedWords(glossary: string): readonly ReplacedWord[] {
  const section = /\n## Replaced words\n(.*?)(?:\n## |$)/s.exec(glossary)?.[1];
  if (section === undefined) throw new Error('docs/glossary.md has no section "Replaced words"');
  return [...section.matchAll(/^\| `([^|]+)` \| ([^|]+) \|/gm)].flatMap(([, words = '', instead = '']) =>
    words.split('`, `').map((word) => ({ word, instead: instead.trim() })),
  );
}

/** `keptNightOf`, `MOST_ROWS` and `late-parts` as lower-case words. */
export function splitName(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const DECLARATION =
  /^(?:export )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) ([A-Za-z_$][\w$]*)/gm;

/** Top-level names of a source file, and its own file name. Lines count from 1; the file name has line 0. */
export function declaredNames(file: string, text: string): readonly { readonly name: string; readonly line: number }[] {
  const names = [...text.matchAll(DECLARATION)].map((match) => ({
    name: match[1] ?? '',
    line: text.slice(0, match.index + match[0].length).split('\n').length,
  }));
  return [{ name: basename(file).replace(/\.(?:test\.|browser\.|spec\.)*tsx?$/, ''), line: 0 }, ...names];
}

/** Complaints about names of one file that contain a replaced word. */
export function vocabularyComplaints(file: string, text: string, replaced: readonly ReplacedWord[]): readonly string[] {
  const byWord = new Map(replaced.map((one) => [one.word, one.instead]));
  const beginnings = replaced.filter(({ word }) => word.endsWith('_'));
  return declaredNames(file, text).flatMap(({ name, line }) => {
    if (ALLOWED_NAMES.has(name)) return [];
    const found = [...splitName(name), ...beginnings.map(({ word }) => word).filter((word) => name.startsWith(word))];
    return found.flatMap((word) => {
      const instead = byWord.get(word);
      return instead === undefined ? [] : [`${file}:${line}: ${name} contains "${word}"; write ${instead}`];
    });
  });
}

/** Complaints about all tracked TypeScript files of a repository. */
export function repositoryComplaints(root: string): readonly string[] {
  const replaced = readReplacedWords(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).split('\n');
  return files
    .filter((file) => file !== '' && !file.endsWith('.gen.ts'))
    .flatMap((file) => vocabularyComplaints(file, readFileSync(join(root, file), 'utf8'), replaced));
}
