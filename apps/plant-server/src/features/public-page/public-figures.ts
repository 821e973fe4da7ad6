import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import {
  countActions,
  countAlerts,
  countReviewed,
  countSearches,
  type NamedCount,
  type Period,
  readPlantSize,
  type ReviewedMonths,
} from './public-figures.repository.ts';
import { MAX_SUPPRESSED, suppressSmall } from '../../policy/suppress-small.ts';

/** A published count; null: too small to be published. */
export interface PublicCount {
  readonly name: string;
  readonly n: number | null;
}

export interface PublicTerm {
  readonly kind: 'transits' | 'plate_pictures' | 'context_pictures';
  readonly days: number;
  readonly basis: string;
  readonly act: string;
}

/** What a plant publishes about itself. No plate, no name of a person. */
export interface PublicFigures {
  readonly plant: { readonly label: string; readonly municipality: string; readonly uuid: string };
  readonly period: Period;
  readonly madeAt: string;
  readonly gates: number;
  readonly terms: readonly PublicTerm[];
  /** Accounts that may read transits, by body. */
  readonly people: readonly PublicCount[];
  readonly searches: {
    readonly total: number | null;
    readonly byGroup: readonly PublicCount[];
    readonly byReason: readonly PublicCount[];
  };
  readonly lookUps: number | null;
  readonly exports: number | null;
  /** Searches beyond the limit of a role that a second person granted and refused (ADR 0027). */
  readonly approvals: readonly PublicCount[];
  readonly alerts: {
    readonly since: string | null;
    readonly total: number | null;
    readonly byOutcome: readonly PublicCount[];
  };
  readonly reviewed: {
    readonly months: number;
    /** Decided cases of those chosen, 0 to 1; null: too few cases. */
    readonly share: number | null;
    readonly escalated: number | null;
  };
  readonly deletions: { readonly runs: number; readonly transits: number };
}

const publish = (counts: readonly NamedCount[], nameOf: (name: string | null) => string): readonly PublicCount[] => {
  const shown = suppressSmall(counts.map(({ n }) => n));
  return counts.map(({ name }, at) => ({ name: nameOf(name), n: shown[at] ?? null }));
};

/** A count that stands alone. */
const publishOne = (n: number): number | null => (n > 0 && n <= MAX_SUPPRESSED ? null : n);

/** The number of cases is not published: with the share it would tell how many are open. */
const publishReview = ({ months, cases, decided, escalated }: ReviewedMonths): PublicFigures['reviewed'] => ({
  months,
  share: cases <= MAX_SUPPRESSED ? null : Math.round((100 * decided) / cases) / 100,
  escalated: publishOne(escalated),
});

const sum = (counts: readonly NamedCount[]): number => counts.reduce((all, { n }) => all + n, 0);

function countPeople(
  accounts: readonly { readonly group_name: string; readonly level: number }[],
): readonly NamedCount[] {
  const byGroup = new Map<string, number>();
  for (const { group_name: group, level } of accounts)
    if (canReadTransits({ level, group }) === null) byGroup.set(group, (byGroup.get(group) ?? 0) + 1);
  return [...byGroup].map(([name, n]) => ({ name, n }));
}

const describeTerms = (settings: PlantSettings): readonly PublicTerm[] => [
  {
    kind: 'transits',
    days: settings.retention_days,
    basis: settings.retention_basis,
    act: settings.retention_act,
  },
  {
    kind: 'plate_pictures',
    days: settings.plate_picture_days,
    basis: settings.plate_picture_basis,
    act: settings.plate_picture_act,
  },
  {
    kind: 'context_pictures',
    days: settings.context_picture_days,
    basis: settings.context_picture_basis,
    act: settings.context_picture_act,
  },
];

/** The rows of a decision are its grants. */
const countDecisions = (decided = { entries: 0, rows: 0 }): readonly NamedCount[] => [
  { name: 'granted', n: decided.rows },
  { name: 'refused', n: decided.entries - decided.rows },
];

/** The figures of a period. `language`: of the reasons. */
export async function readPublicFigures(
  runner: Runner,
  period: Period,
  madeAt: string,
  language: 'it' | 'en',
): Promise<PublicFigures> {
  const settings = await readPlantSettings(runner);
  const [size, searches, actions, alerts, reviewed] = await Promise.all([
    readPlantSize(runner),
    countSearches(runner, period),
    countActions(runner, ['lookups.run', 'exports.start', 'retention.run', 'approvals.decide'], period),
    countAlerts(runner, period),
    countReviewed(runner, period),
  ]);
  const reasons = new Map(settings.reasons.map((reason) => [reason.code, reason[language]]));
  const deletions = actions.get('retention.run');
  return {
    plant: { label: settings.label, municipality: settings.municipality, uuid: settings.uuid },
    period,
    madeAt,
    gates: size.gates,
    terms: describeTerms(settings),
    people: publish(countPeople(size.accounts), (name) => name ?? ''),
    searches: {
      total: publishOne(sum(searches.byGroup)),
      byGroup: publish(searches.byGroup, (name) => name ?? ''),
      byReason: publish(searches.byReason, (code) => reasons.get(code ?? '') ?? code ?? ''),
    },
    lookUps: publishOne(actions.get('lookups.run')?.entries ?? 0),
    exports: publishOne(actions.get('exports.start')?.entries ?? 0),
    approvals: publish(countDecisions(actions.get('approvals.decide')), (name) => name ?? ''),
    alerts: {
      since: alerts.since,
      total: publishOne(sum(alerts.byOutcome)),
      byOutcome: publish(alerts.byOutcome, (outcome) => outcome ?? 'open'),
    },
    reviewed: publishReview(reviewed),
    deletions: { runs: deletions?.entries ?? 0, transits: deletions?.rows ?? 0 },
  };
}
