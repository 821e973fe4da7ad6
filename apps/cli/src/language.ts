import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { CommandContext, OptionValues } from './command.ts';

/** The context in the language of the option `--lang`, where it names one. */
export function withLanguage(context: CommandContext, { lang }: OptionValues): CommandContext {
  return lang === 'it' || lang === 'en' ? { ...context, t: createI18n(lang).t } : context;
}
