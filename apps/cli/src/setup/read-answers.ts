import { open } from 'node:fs/promises';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import { parseDocument, visit } from 'yaml';
import type { z } from 'zod';

/** A file of answers has some hundred lines; a gate takes about 100 bytes. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_DEPTH = 12;

/** Answers of a file, or what is wrong with them: one line each, in plain words, without the values. */
export type AnswersResult<T> = { readonly answers: T } | { readonly faults: readonly string[] };

/** Reads a YAML file of answers by a schema. Unknown keys, aliases, tags and texts for numbers are faults. */
export async function readAnswers<S extends z.ZodType>(
  file: string,
  schema: S,
  t: Translate,
): Promise<AnswersResult<z.output<S>>> {
  const text = await readLimited(file, t);
  if (typeof text !== 'string') return { faults: [text.fault] };
  const parsed = parseYaml(text, t);
  if ('fault' in parsed) return { faults: [parsed.fault] };
  return checkAnswers(parsed.value, schema, t);
}

/** Checks answers by their schema, wherever they come from. */
export function checkAnswers<S extends z.ZodType>(value: unknown, schema: S, t: Translate): AnswersResult<z.output<S>> {
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return { answers: checked.data };
  return { faults: checked.error.issues.map((issue) => describeIssue(issue, t)) };
}

async function readLimited(file: string, t: Translate): Promise<string | { readonly fault: string }> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size > MAX_FILE_BYTES) return { fault: t('setup:file.tooBig', { size: MAX_FILE_BYTES / 1024 }) };
      // A device or pipe has no size: never more than the limit is read.
      const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead > MAX_FILE_BYTES) return { fault: t('setup:file.tooBig', { size: MAX_FILE_BYTES / 1024 }) };
      return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { fault: t(error instanceof TypeError ? 'setup:file.notText' : 'setup:file.unreadable', { file }) };
  }
}

function parseYaml(text: string, t: Translate): { readonly value: unknown } | { readonly fault: string } {
  // Nesting costs stack in the parser: a file that nests without end is refused before.
  if (/(?:[[{]\s*){20}|(?:- ){20}/.test(text)) return { fault: t('setup:file.tooDeep') };
  try {
    const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: true, stringKeys: true });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined)
      return { fault: t('setup:file.notYaml', { line: String(problem.linePos?.[0].line ?? 1) }) };
    let refused: MessageKey | null = null;
    visit(document, {
      Alias: () => {
        refused = 'setup:file.alias';
        return visit.BREAK;
      },
      Node: (_key, node, path) => {
        if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:')) refused = 'setup:file.tag';
        if (path.length > MAX_DEPTH * 2) refused = 'setup:file.tooDeep';
        return refused === null ? undefined : visit.BREAK;
      },
    });
    return refused === null ? { value: document.toJS({ maxAliasCount: 0 }) } : { fault: t(refused) };
  } catch {
    return { fault: t('setup:file.notYaml', { line: '1' }) };
  }
}

/** Words for the schema's own rules. */
const RULES: Readonly<Record<string, MessageKey>> = {
  https_address: 'setup:rule.httpsAddress',
  mail_address: 'setup:rule.mailAddress',
  path: 'setup:rule.path',
  text: 'setup:rule.text',
  control: 'setup:rule.text',
  twice: 'setup:rule.twice',
  pictures_outlive_transits: 'setup:rule.pictures',
};

function describeIssue(issue: z.core.$ZodIssue, t: Translate): string {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return t('setup:rule.unknown', { field: [...issue.path, issue.keys[0]].map(String).join('.').slice(0, 120) });
  return t('setup:rule.line', { field: field === '' ? '-' : field, problem: describeProblem(issue, t) });
}

/** What is wrong with one answer, without the answer. */
export function describeProblem(issue: z.core.$ZodIssue, t: Translate): string {
  if (issue.code === 'custom') return t(RULES[issue.message] ?? 'setup:rule.form');
  if (issue.code === 'invalid_type') return t(issue.input === undefined ? 'setup:rule.missing' : 'setup:rule.type');
  if (issue.code === 'too_small') return t('setup:rule.atLeast', { value: String(issue.minimum) });
  if (issue.code === 'too_big') return t('setup:rule.atMost', { value: String(issue.maximum) });
  if (issue.code === 'invalid_value') return t('setup:rule.oneOf', { values: issue.values.map(String).join(', ') });
  if (issue.code === 'invalid_union') return describeUnion(issue, t);
  return t('setup:rule.form');
}

/** `database` and `mail` are one word or several members: the fault of the members says more. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion, t: Translate): string {
  const inner = issue.errors.flat().find(({ path }) => path.length > 0);
  return inner === undefined ? t('setup:rule.form') : describeIssue(inner, t);
}
