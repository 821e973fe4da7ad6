import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import type { z } from 'zod';
import { describeProblem } from './read-answers.ts';

/** Asks at the terminal; every answer is checked by the schema of its member, and asked again until it holds. */
export interface Asker {
  /** `fallback`: what an empty answer stands for; absent: an answer is needed. */
  ask<S extends z.ZodType>(question: MessageKey, schema: S, options?: AskOptions): Promise<z.output<S>>;
  askYesNo(question: MessageKey, fallback: boolean | null): Promise<boolean>;
}

export interface AskOptions {
  readonly fallback?: string;
  /** An empty answer is a value of its own. */
  readonly isOptional?: boolean;
  /** Text as typed to what the schema reads; default: the text. */
  readonly convert?: (text: string) => unknown;
}

export interface AskerOptions {
  readonly t: Translate;
  readonly ask: (question: string) => Promise<string>;
  readonly warn: (line: string) => void;
}

export const toNumber = (text: string): unknown =>
  /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
export const toList = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function createAsker({ t, ask: askLine, warn }: AskerOptions): Asker {
  const ask: Asker['ask'] = async (question, schema, { fallback, isOptional, convert } = {}) => {
    const hint = fallback === undefined || fallback === '' ? '' : ` [${fallback}]`;
    for (;;) {
      const typed = (await askLine(`${t(question)}${hint}:`)).trim();
      const text = typed === '' ? (fallback ?? '') : typed;
      if (text === '' && fallback === undefined && isOptional !== true) {
        warn(t('setup:ask.needed'));
        continue;
      }
      const parsed = schema.safeParse(convert === undefined ? text : convert(text), { reportInput: true });
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      warn(issue === undefined ? t('setup:rule.form') : describeProblem(issue, t));
    }
  };
  return {
    ask,
    async askYesNo(question, fallback) {
      const yes = t('setup:ask.yes');
      const no = t('setup:ask.no');
      const shown = fallback === null ? '' : ` [${fallback ? yes : no}]`;
      for (;;) {
        const typed = (await askLine(`${t(question)} (${yes}/${no})${shown}:`)).trim().toLowerCase();
        if (typed === '' && fallback !== null) return fallback;
        if (['s', 'sì', 'si', 'y', 'yes'].includes(typed)) return true;
        if (['n', 'no'].includes(typed)) return false;
        warn(t('setup:ask.yesOrNo', { yes, no }));
      }
    },
  };
}
