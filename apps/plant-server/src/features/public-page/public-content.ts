import { formatDate, formatDateTime, formatInteger, formatPercent } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import type { PublicCount, PublicFigures } from './public-figures.ts';

export interface PublicTable {
  readonly caption: string;
  /** Sentence below the caption. */
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The texts and tables of a year: the same for the page, the report and the file of figures. */
export interface PublicContent {
  readonly title: string;
  readonly intro: readonly string[];
  readonly tables: readonly PublicTable[];
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

  share(part: number | null): string {
    return part === null ? this.t('publicPage:hidden') : formatPercent(part, 0, this.language);
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

/** What is published of a year, in words and numbers. */
export function buildContent(figures: PublicFigures, t: Translate, language: Language): PublicContent {
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
function buildPlantTables({ gates, terms, people }: PublicFigures, wording: Wording): readonly PublicTable[] {
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
function buildUseTables(
  { searches, lookUps, exports, approvals, alerts }: PublicFigures,
  wording: Wording,
): readonly PublicTable[] {
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
        ...wording.rows(approvals, (name) =>
          t(name === 'granted' ? 'publicPage:other.granted' : 'publicPage:other.refused'),
        ),
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
function buildControlTables({ reviewed, deletions }: PublicFigures, wording: Wording): readonly PublicTable[] {
  const { t } = wording;
  return [
    {
      caption: t('publicPage:reviewed.caption'),
      note: t('publicPage:reviewed.note'),
      head: wording.head(t('publicPage:other.what')),
      rows: [
        [t('publicPage:reviewed.months'), wording.integer(reviewed.months)],
        [t('publicPage:reviewed.share'), wording.share(reviewed.share)],
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
