import { DEFAULT_REASON_CODES } from '@varco/contract/reason.ts';
import { expect, it } from 'vitest';
import { createI18n } from './create-i18n.ts';
import { formatReasonCode } from './reason-words.ts';

it.each(['it', 'en'] as const)(
  'every default reason has words in %s; a code of one plant stays as it is',
  (language) => {
    const { t } = createI18n(language);
    for (const code of DEFAULT_REASON_CODES) expect(formatReasonCode(code, t)).toMatch(/^[A-Z][a-z ]+/);
    expect(formatReasonCode('judicial-police', t)).toBe(
      { it: 'Indagine di polizia giudiziaria', en: 'Judicial police case' }[language],
    );
    expect(formatReasonCode('comune-7', t)).toBe('comune-7');
  },
);
