import { formatDateTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { formatCsv } from '@varco/server-kit/http/csv-text.ts';
import { buildContent, type PublicTable } from './public-content.ts';
import type { PublicFigures } from './public-figures.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Readable without style, script or colour; numbers to the right. Colours have at least 7 to 1. */
const STYLE = `body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:48rem;margin:0 auto;padding:1.5rem;color:#17202a;background:#fff}
h1{font-size:1.6rem;line-height:1.25}table{border-collapse:collapse;width:100%;margin:0 0 2rem}
caption{text-align:left;font-weight:700;font-size:1.15rem;padding:.4rem 0}caption span{display:block;font-weight:400;font-size:1rem}
th,td{overflow-wrap:anywhere;hyphens:auto;text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid #767f88}
td:nth-child(2),th:nth-child(2){text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#f2f4f6;background:#12171c}}@media print{body{padding:0}}`;

function formatTable({ caption, note, head, rows }: PublicTable): string {
  const cells = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<td>${escapeHtml(cell)}</td>`))
      .join('');
  const sentence = note === undefined ? '' : `<span>${escapeHtml(note)}</span>`;
  return `<table><caption>${escapeHtml(caption)}${sentence}</caption>
<thead><tr>${head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table>`;
}

/** The page: one static file without scripts, fonts or pictures of others. */
export function formatPublicPage(figures: PublicFigures, t: Translate, language: Language): string {
  const { title, intro, tables } = buildContent(figures, t, language);
  const paragraphs = intro.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${paragraphs}
${tables.map(formatTable).join('\n')}
<h2>${escapeHtml(t('publicPage:verify.title'))}</h2>
<p>${escapeHtml(t('publicPage:verify.text', { time: formatDateTime(figures.madeAt) }))}</p>
<p><code>index.html.note</code>, <code>report.pdf</code>, <code>figures.csv</code>, <code>figures.json</code></p>
</main></body></html>
`;
}

/** The same figures for a spreadsheet: table, row, column, value. */
export function formatPublicCsv(figures: PublicFigures, t: Translate, language: Language): string {
  const { tables } = buildContent(figures, t, language);
  const lines = tables.flatMap(({ caption, head, rows }) =>
    rows.flatMap(([name = '', ...values]) =>
      values.map((value, at) => [caption, name, head[at + 1] ?? '', value] as const),
    ),
  );
  return formatCsv([['table', 'row', 'column', 'value'], ...lines]);
}
