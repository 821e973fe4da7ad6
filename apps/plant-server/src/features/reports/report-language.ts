import type { Language } from '@varco/i18n/message-types.ts';

/** Language of a report: the supported language with the highest weight in `Accept-Language`; Italian when neither is listed. */
export function parseReportLanguage(header: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } = { language: 'it', weight: 0 };
  for (const part of (header ?? '').slice(0, 400).toLowerCase().split(',')) {
    const [tag = '', ...parameters] = part.trim().split(';');
    const language = tag.split('-')[0];
    const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
    const weight = Number(quality ?? '1');
    if ((language === 'it' || language === 'en') && weight > best.weight) best = { language, weight };
  }
  return best.language;
}
