import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Servers whose statements have a fixed home. */
const SERVERS = ['apps/plant-server/src', 'apps/portal-server/src'];

/** Files that may contain SQL: repositories, fragments for repositories, and what fills an empty database. */
const ALLOWED_FILE = /\.(?:repository|sql)\.ts$|\/seed\/|\/testing\/|\.test\.ts$|\.gen\.ts$/;

/** Files that run statements of others, and the question whether the database is there. */
const ALLOWED_STATEMENTS = new Map([
  ['apps/plant-server/src/start.ts', "pool.query('select 1')"],
  ['apps/portal-server/src/start.ts', "pool.query('select 1')"],
]);

/** What SQL looks like: the tag of kysely, its query builder, or a statement as text. */
const SIGNS: readonly RegExp[] = [
  /\btext(?::| =)\s*['"`]\s*(?:with|select|insert|update|delete|lock|merge)\b/i,
  /\bsql(?:<[^`()]*>)?`/,
  /\bsql\.(?:raw|join|ref|table|lit)\(/,
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/,
  /['"`]\s*(?:with \w+ as |select\b[^'"`]*\bfrom\b|select 1\b|insert into\b|update \w+(?: as \w+)? set\b|update \$\{|delete from\b|lock table\b|merge into\b)/i,
];
/** Builders of the portal; the plant writes plain SQL. */
const BUILDER = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;

/** Complaints about SQL in a file of a server that is neither a repository nor a `*.sql.ts`. */
export function sqlComplaints(file: string, text: string): readonly string[] {
  if (file.startsWith('apps/plant-server/') && !/\/testing\/|\.test\.ts$/.test(file) && BUILDER.test(text))
    return [`${file}: the plant writes SQL, not a query builder`];
  if (ALLOWED_FILE.test(file)) return [];
  const allowed = ALLOWED_STATEMENTS.get(file);
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line) || (allowed !== undefined && line.includes(allowed))) return [];
    return SIGNS.some((sign) => sign.test(line))
      ? [`${file}:${index + 1}: SQL outside *.repository.ts and *.sql.ts: ${line.trim().slice(0, 80)}`]
      : [];
  });
}

/** Complaints about all tracked files of both servers. */
export function serverSqlComplaints(root: string): readonly string[] {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...SERVERS], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\0')
    .filter((file) => file.endsWith('.ts') && existsSync(join(root, file)))
    .flatMap((file) => sqlComplaints(file, readFileSync(join(root, file), 'utf8')));
}
