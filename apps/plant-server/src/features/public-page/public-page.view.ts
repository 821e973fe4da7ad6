import { formatDate, formatDateTime, formatInteger } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { formatCsv } from '@varco/server-kit/http/csv-text.ts';
import type { PublicCount, PublicFigures } from './public-figures.ts';

type Language = 'it' | 'en';

interface Table {
  readonly caption: string;
  /** Sentence below the caption. */
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The texts and tables of a page: the same for the page and for its file of figures. */
interface PageContent {
  readonly title: string;
  readonly intro: readonly string[];
  readonly tables: readonly Table[];
}

/** How the numbers and names of one page are written. */
class Wording {
  readonly t: Translate;
  private readonly language: Language;

  constructor(t: Translate, language: Language) {
    this.t = t;
    this.language = language;
  }

  integer(n: number): string {
    return formatInteger(n, this.language);
  }

  count(n: number | null): string {
    return n === null ? this.t('publicPage:hidden') : this.integer(n);
  }

  head(name: string): readonly string[] {
    return [name, this.t('publicPage:number')];
  }

  rows(counts: readonly PublicCount[], nameOf = (name: string): string => name): readonly (readonly string[])[] {
    if (counts.length === 0) return [[this.t('publicPage:nothing'), this.count(0)]];
    return counts.map(({ name, n }) => [name === '' ? this.t('publicPage:none') : nameOf(name), this.count(n)]);
  }
}

const orDash = (text: string): string => (text === '' ? '\u2014' : text);

function buildContent(figures: PublicFigures, t: Translate, language: Language): PageContent {
  const wording = new Wording(t, language);
  const { plant, period } = figures;
  return {
    title: t('publicPage:title', { plant: plant.label, municipality: plant.municipality }),
    intro: [
      t('publicPage:intro', { from: formatDate(period.from), to: formatDateTime(period.to) }),
      t('publicPage:small'),
    ],
    tables: [
      ...buildPlantTables(figures, wording),
      ...buildUseTables(figures, wording),
      ...buildControlTables(figures, wording),
    ],
  };
}

/** What the plant has, and for how long. */
function buildPlantTables({ gates, terms, people }: PublicFigures, wording: Wording): readonly Table[] {
  const { t } = wording;
  return [
    {
      caption: t('publicPage:cameras.caption'),
      head: wording.head(t('publicPage:cameras.what')),
      rows: [[t('publicPage:cameras.gates'), wording.integer(gates)]],
    },
    {
      caption: t('publicPage:terms.caption'),
      note: t('publicPage:terms.note'),
      head: [
        t('publicPage:terms.what'),
        t('publicPage:terms.days'),
        t('publicPage:terms.basis'),
        t('publicPage:terms.act'),
      ],
      rows: terms.map(({ kind, days, basis, act }) => [
        t(`publicPage:terms.${kind}`),
        wording.integer(days),
        orDash(basis),
        orDash(act),
      ]),
    },
    {
      caption: t('publicPage:people.caption'),
      note: t('publicPage:people.note'),
      head: wording.head(t('publicPage:body')),
      rows: wording.rows(people),
    },
  ];
}

/** What people did with it. */
function buildUseTables({ searches, lookUps, exports, alerts }: PublicFigures, wording: Wording): readonly Table[] {
  const { t } = wording;
  return [
    {
      caption: t('publicPage:searches.caption', { total: wording.count(searches.total) }),
      note: t('publicPage:searches.note'),
      head: wording.head(t('publicPage:body')),
      rows: wording.rows(searches.byGroup),
    },
    {
      caption: t('publicPage:reasons.caption'),
      head: wording.head(t('publicPage:reasons.reason')),
      rows: wording.rows(searches.byReason),
    },
    {
      caption: t('publicPage:other.caption'),
      head: wording.head(t('publicPage:other.what')),
      rows: [
        [t('publicPage:other.lookUps'), wording.count(lookUps)],
        [t('publicPage:other.exports'), wording.count(exports)],
      ],
    },
    {
      caption: t('publicPage:alerts.caption', { total: wording.count(alerts.total) }),
      ...(alerts.since === null ? {} : { note: t('publicPage:alerts.since', { day: formatDate(alerts.since) }) }),
      head: wording.head(t('publicPage:alerts.outcome')),
      rows: wording.rows(alerts.byOutcome, (name) => nameOutcome(t, name)),
    },
  ];
}

/** Who watched over it, and what was deleted. */
function buildControlTables({ reviewed, deletions }: PublicFigures, wording: Wording): readonly Table[] {
  const { t } = wording;
  const share = reviewed.cases === 0 ? '\u2014' : `${Math.round((100 * reviewed.decided) / reviewed.cases)} %`;
  return [
    {
      caption: t('publicPage:reviewed.caption'),
      note: t('publicPage:reviewed.note'),
      head: wording.head(t('publicPage:other.what')),
      rows: [
        [t('publicPage:reviewed.months'), wording.integer(reviewed.months)],
        [t('publicPage:reviewed.share'), share],
        [t('publicPage:reviewed.escalated'), wording.count(reviewed.escalated)],
      ],
    },
    {
      caption: t('publicPage:deletions.caption'),
      head: wording.head(t('publicPage:other.what')),
      rows: [
        [t('publicPage:deletions.runs'), wording.integer(deletions.runs)],
        [t('publicPage:deletions.transits'), wording.integer(deletions.transits)],
      ],
    },
  ];
}

const OUTCOMES = ['confirmed', 'misread', 'other_vehicle', 'outdated', 'no_action', 'open'] as const;

function nameOutcome(t: Translate, name: string): string {
  const known = OUTCOMES.find((outcome) => outcome === name);
  return known === undefined ? name : t(`publicPage:alerts.${known}`);
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Readable without style, script or colour; numbers to the right. Colours have at least 7 to 1. */
const STYLE = `body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:48rem;margin:0 auto;padding:1.5rem;color:#17202a;background:#fff}
h1{font-size:1.6rem;line-height:1.25}table{border-collapse:collapse;width:100%;margin:0 0 2rem}
caption{text-align:left;font-weight:700;font-size:1.15rem;padding:.4rem 0}caption span{display:block;font-weight:400;font-size:1rem}
th,td{overflow-wrap:anywhere;hyphens:auto;text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid #767f88}
td:nth-child(2),th:nth-child(2){text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#f2f4f6;background:#12171c}}@media print{body{padding:0}}`;

function formatTable({ caption, note, head, rows }: Table): string {
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
<p><code>index.html.note</code>, <code>figures.csv</code>, <code>figures.json</code></p>
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
