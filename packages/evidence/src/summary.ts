import type { ManifestFacts } from './manifest.ts';

/** Texts of the summary, in the language of the person who requested it. */
export interface SummaryWords {
  readonly lang: string;
  readonly title: string;
  readonly fields: Readonly<
    Record<
      | 'plant'
      | 'user'
      | 'reason'
      | 'case'
      | 'requestedAt'
      | 'createdAt'
      | 'window'
      | 'filter'
      | 'approval'
      | 'contents'
      | 'watermark'
      | 'notes'
      | 'guid'
      | 'transits'
      | 'pictures'
      | 'asOf'
      | 'newestRead',
      string
    >
  >;
  /** Approvals of a second person under which the export went beyond a role, one line each. */
  readonly approvals: readonly string[];
  /** The stated reason; its code in words. */
  readonly reason: string;
  readonly completeness: string;
  readonly whole: string;
  /** What is missing, one line each. */
  readonly lacks: readonly string[];
  readonly contents: string;
  readonly firstRows: string;
  readonly howToVerify: string;
  /** Formats an instant for people. */
  readonly time: (iso: string) => string;
}

/** Maximum rows shown; the tables contain all. */
export const SUMMARY_ROWS = 500;

const escapeSummaryText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

// Nothing is loaded or executed, wherever the page is opened.
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'`;
const STYLE = `body{font:14px/1.45 system-ui,sans-serif;margin:2rem;color:#17202a;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.5rem}dt{color:#4d5b6a}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:12px}th,td{border:1px solid #c3ccd6;padding:.2rem .4rem;text-align:left;white-space:nowrap}th{background:#eef2f6}
.lacks{border-left:4px solid #b3261e;padding-left:1rem}.whole{border-left:4px solid #1b7a3d;padding-left:1rem}@media print{body{margin:0}}`;

function buildFactsTable(part: ManifestFacts, words: SummaryWords): string {
  const { fields, time } = words;
  const { completeness, reason } = part;
  const rows: readonly (readonly [string, string])[] = [
    [fields.plant, `${part.plant.label}, ${part.plant.municipality} (${part.plant.url})`],
    [fields.user, `${part.requested_by.username} (${part.requested_by.group}, ${part.requested_by.level})`],
    [fields.reason, words.reason],
    [fields.case, reason?.case ?? '-'],
    [fields.requestedAt, time(part.requested_at)],
    [fields.createdAt, time(part.created_at)],
    [fields.window, `${time(part.window.from)} - ${time(part.window.to)}`],
    [fields.filter, JSON.stringify(part.filter)],
    ...words.approvals.map((line) => [fields.approval, line] as const),
    [fields.contents, words.contents],
    [fields.watermark, part.contents.watermark === '' ? '-' : part.contents.watermark],
    [fields.notes, part.notes === '' ? '-' : part.notes],
    [fields.transits, String(completeness.transits)],
    [fields.pictures, String(completeness.pictures)],
    [fields.asOf, time(completeness.as_of)],
    [fields.newestRead, completeness.newest_read === null ? '-' : time(completeness.newest_read)],
    [fields.guid, part.guid],
  ];
  return `<dl>${rows.map(([name, value]) => `<dt>${escapeSummaryText(name)}</dt><dd>${escapeSummaryText(value)}</dd>`).join('')}</dl>`;
}

/** The readable summary: a page without scripts that includes the first rows. */
export async function* generateSummary(
  part: ManifestFacts,
  columns: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
  words: SummaryWords,
): AsyncGenerator<Uint8Array> {
  // A limit of the requester's rights is declared even where nothing requested is missing.
  const { whole: isWhole } = part.completeness;
  const lines = words.lacks.map((line) => `<li>${escapeSummaryText(line)}</li>`).join('');
  const lacks =
    (isWhole || lines === '' ? `<p class="whole">${escapeSummaryText(words.whole)}</p>` : '') +
    (lines === '' ? '' : `<ul${isWhole ? '' : ' class="lacks"'}>${lines}</ul>`);
  const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeSummaryText(cell)}</${tag}>`).join('')}</tr>`;
  const text = (value: string): Uint8Array => Buffer.from(value, 'utf8');
  yield text(
    `<!doctype html><html lang="${escapeSummaryText(words.lang)}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeSummaryText(POLICY)}">
<title>${escapeSummaryText(words.title)}</title><style>${STYLE}</style></head><body><h1>${escapeSummaryText(words.title)}</h1>${buildFactsTable(part, words)}
<h2>${escapeSummaryText(words.completeness)}</h2>${lacks}<p>${escapeSummaryText(words.howToVerify)}</p><h2>${escapeSummaryText(words.firstRows)}</h2>
<table><thead>${row(columns, 'th')}</thead><tbody>`,
  );
  let left = SUMMARY_ROWS;
  for await (const rows of pages) {
    const shown = rows.slice(0, left);
    left -= shown.length;
    yield text(shown.map((cells) => row(cells, 'td')).join(''));
    if (left === 0) break;
  }
  yield text('</tbody></table></body></html>\n');
}
