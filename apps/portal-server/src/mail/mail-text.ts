import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import type { MailFacts, MailKind } from './mail-types.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Input of a message text. `link`: created for this message; null for a message without a button. */
export interface MailParts {
  readonly kind: MailKind;
  readonly name: string;
  readonly facts: MailFacts;
  readonly link: string | null;
}

const translators: Readonly<Record<Language, Translate>> = { it: createI18n('it').t, en: createI18n('en').t };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** A header must stay on one line, whatever a name or a translation contains. */
export const toSingleLine = (text: string): string =>
  text.replace(/[\r\n\u2028\u2029\u0000-\u001f\u007f]+/gu, ' ').trim();

/** The message in the recipient's language, as plain text and as HTML; names and facts are escaped. */
export function writeMail(parts: MailParts, language: Language): MailText {
  const t = translators[language];
  const { kind, name, facts, link } = parts;
  const subject = toSingleLine(t(`mail:${kind}.subject`, { ...facts }));
  const greeting = t('mail:greeting', { name: toSingleLine(name) });
  const body = t(`mail:${kind}.text`, { ...facts });
  const footer = t('mail:footer');
  const button = link === null ? null : { link, label: t('mail:open'), hint: t('mail:orCopy') };
  const text = [greeting, body, ...(button === null ? [] : [button.link]), `--\n${footer}`].join('\n\n');
  return { subject, text, html: buildHtml({ subject, greeting, body, button, footer, language }) };
}

interface HtmlParts {
  readonly subject: string;
  readonly greeting: string;
  readonly body: string;
  readonly button: { readonly link: string; readonly label: string; readonly hint: string } | null;
  readonly footer: string;
  readonly language: Language;
}

// Mail programs support tables and inline styles. Nothing external is loaded: no picture, script or tracker.
function buildHtml({ subject, greeting, body, button, footer, language }: HtmlParts): string {
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const action =
    button === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(button.link)}" style="background:#0b6e8f;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 16px;color:#4a5560;font-size:13px">${escapeHtml(button.hint)}<br><span style="word-break:break-all">${escapeHtml(button.link)}</span></p>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#eef1f3;font-family:Arial,sans-serif;font-size:15px;line-height:1.5;color:#14191d">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px"><tr><td style="padding:28px 32px">
<p style="margin:0 0 20px;font-size:20px;font-weight:600">Varco</p>
${paragraph(greeting)}
${body.split('\n\n').map(paragraph).join('\n')}
${action}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dbe0;color:#4a5560;font-size:13px">${escapeHtml(footer)}</p>
</td></tr></table></td></tr></table></body></html>
`;
}
