import { searchAccomplices } from '@varco/contract/plant/accomplices.ts';
import { openWatch } from '@varco/contract/plant/gate-watch.ts';
import { gateToGate } from '@varco/contract/plant/gate-to-gate.ts';
import { passageTokens } from '@varco/contract/plant/passages.ts';
import { relatedEvents } from '@varco/contract/plant/related-events.ts';
import { statistics } from '@varco/contract/plant/statistics.ts';
import { searchSuspects } from '@varco/contract/plant/suspects.ts';
import { addDays, toIsoInstant, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { Rng } from '@varco/sim/random.ts';
import { computePeriod, type DataMark } from '../data/data-folder.ts';
import { PLANT_URL } from '../data/plant.ts';
import { readSearchInputs } from '../search/query-inputs.ts';
import { type Session, startSession, withPostgres } from '../plant/session.ts';
import { computePercentile } from '../stats.ts';

const QUERIES_PER_CLASS = 30;
const HOUR_MS = 3_600_000;

export interface QueryTime {
  readonly id: string;
  readonly targetMs: number | null;
  readonly p50: number;
  readonly p95: number;
  readonly errors: number;
}

export interface TimedQueryClass {
  readonly id: string;
  readonly path: string;
  readonly targetMs: number | null;
  readonly buildBody: (rng: Rng, about: QueryInputs) => unknown;
}

export interface QueryInputs {
  readonly gates: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Plates in random order, and the most frequent ones. */
  readonly plates: readonly string[];
  readonly busyPlates: readonly string[];
}

const pickOne = (rng: Rng, plates: readonly string[]): string => plates[rng.int(plates.length)] ?? '';

/**
 * A window of the given hours that ends within the last twenty days, so that earlier days are available for
 * comparison.
 */
const drawRecentWindow = (rng: Rng, { toMs }: QueryInputs, hours: number) => {
  const end = toMs - rng.int(20 * 24) * HOUR_MS;
  return { start_time: toIsoInstant(end - hours * HOUR_MS), end_time: toIsoInstant(end) };
};

/** Three or four different gates. */
const drawGates = (rng: Rng, count: number, { gates }: QueryInputs): readonly number[] => {
  const first = rng.int(gates);
  return Array.from({ length: count }, (_, i) => 1 + ((first + i * 7) % gates));
};

const drawWindow = (rng: Rng, { fromMs, toMs }: QueryInputs, hours: number) => {
  const at = fromMs + rng.int(Math.max(1, Math.floor((toMs - fromMs) / HOUR_MS) - hours)) * HOUR_MS;
  return { dal: toIsoInstant(at), al: toIsoInstant(at + hours * HOUR_MS) };
};

/** Whole days of Rome within the data. */
const drawWholeDays = (rng: Rng, { fromMs, toMs }: QueryInputs, days: number) => {
  const all = Math.floor((toMs - fromMs) / (24 * HOUR_MS)) - days - 1;
  const first = addDays(toRomeDay(fromMs), 1 + rng.int(Math.max(1, all)));
  return { dal: toIsoInstant(romeDayStart(first)), al: toIsoInstant(romeDayStart(addDays(first, days)) - 1) };
};

const CLASSES: readonly TimedQueryClass[] = [
  {
    id: 'accomplices, any plate, 5 minutes',
    path: searchAccomplices.path,
    targetMs: 100,
    buildBody: (rng, about) => ({ targa: pickOne(rng, about.plates), delta_minutes: 5, min_num_partners_passages: 2 }),
  },
  {
    id: 'accomplices, busy plate, 5 minutes',
    path: searchAccomplices.path,
    targetMs: 100,
    buildBody: (rng, about) => ({
      targa: pickOne(rng, about.busyPlates),
      delta_minutes: 5,
      min_num_partners_passages: 2,
    }),
  },
  {
    id: 'suspects, 7 days',
    path: searchSuspects.path,
    targetMs: 250,
    buildBody: (rng, about) => drawRecentWindow(rng, about, 7 * 24),
  },
  {
    id: 'suspects, 8 hours',
    path: searchSuspects.path,
    targetMs: null,
    buildBody: (rng, about) => drawRecentWindow(rng, about, 8),
  },
  {
    id: 'gate to gate, 3 gates, 24 hours',
    path: gateToGate.path,
    targetMs: 200,
    buildBody: (rng, about) => ({ varchi: drawGates(rng, 3, about), ...drawWindow(rng, about, 24), entro_minuti: 60 }),
  },
  {
    id: 'gate to gate, 3 gates, 7 days',
    path: gateToGate.path,
    targetMs: null,
    buildBody: (rng, about) => ({ varchi: drawGates(rng, 3, about), ...drawWindow(rng, about, 168), entro_minuti: 60 }),
  },
  {
    id: 'related events, 4 windows of an hour, 2 of 4',
    path: relatedEvents.path,
    targetMs: 300,
    buildBody: (rng, about) => ({
      eventi: Array.from({ length: 4 }, () => ({ varchi: drawGates(rng, 3, about), ...drawWindow(rng, about, 1) })),
      almeno: 2,
    }),
  },
  {
    id: 'related events, 4 windows, 1 of 4 (several plants)',
    path: relatedEvents.path,
    targetMs: null,
    buildBody: (rng, about) => ({
      eventi: Array.from({ length: 4 }, () => ({ varchi: drawGates(rng, 3, about), ...drawWindow(rng, about, 1) })),
      almeno: 1,
    }),
  },
  {
    id: 'passages with tokens, 2 hours, all gates',
    path: passageTokens.path,
    targetMs: null,
    buildBody: (rng, about) => ({ sale: '0'.repeat(32), ...drawWindow(rng, about, 2) }),
  },
  ...[1, 7, 31].flatMap((days): TimedQueryClass[] => [
    {
      id: `statistics, ${days} days, all gates, by gate`,
      path: statistics.path,
      targetMs: null,
      buildBody: (rng, about) => ({ ...drawWholeDays(rng, about, days), per: 'varco' }),
    },
    {
      id: `statistics, ${days} days, all gates, by day`,
      path: statistics.path,
      targetMs: null,
      buildBody: (rng, about) => ({ ...drawWholeDays(rng, about, days), per: 'giorno' }),
    },
    {
      id: `statistics, ${days} days, 4 gates, by gate`,
      path: statistics.path,
      targetMs: null,
      buildBody: (rng, about) => ({
        ...drawWholeDays(rng, about, days),
        per: 'varco',
        varchi: drawGates(rng, 4, about),
      }),
    },
  ]),
  {
    id: 'statistics, 7 days cut at both ends, all gates',
    path: statistics.path,
    targetMs: null,
    buildBody: (rng, about) => ({ ...drawWindow(rng, about, 168), per: 'varco' }),
  },
  {
    id: 'camera monitor, newest of all gates',
    path: openWatch.path,
    targetMs: 50,
    buildBody: (_, { gates }) => ({ varchi: Array.from({ length: Math.min(200, gates) }, (__, i) => i + 1) }),
  },
];

async function runQuery(path: string, user: Readonly<Record<string, string>>, body: unknown): Promise<number | null> {
  const at = performance.now();
  const answer = await fetch(`${PLANT_URL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...user },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.ok ? performance.now() - at : null;
}

const MAX_WAIT_S = 3_600;

/** Waits until the roll-up for suspects is complete; a plant without it builds it once. */
async function waitForMovements(owner: Session['owner'], say: (text: string) => void): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_S; waited++) {
    const { rows } = await owner.query<{ is_built: boolean }>('select is_built from movement_mark');
    if (rows[0]?.is_built === true) return;
    if (waited === 0) say('waiting for the plant to count its movements');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('The plant did not finish counting movements within an hour.');
}

/** Tables with what jobs count of each finished day. */
const COUNTED_DAYS = ['gate_day', 'flow_day_basis'] as const;

/** Waits until every finished day is counted; a plant without these counts makes them once. */
async function waitForDays(owner: Session['owner'], say: (text: string) => void): Promise<void> {
  const missing = COUNTED_DAYS.map((table) => `h.day not in (select day from ${table})`).join(' or ');
  for (let waited = 0; waited < MAX_WAIT_S; waited++) {
    const { rows } = await owner.query<{ missing: number }>(
      `select count(*)::int as missing from (select distinct (hour at time zone 'Europe/Rome')::date as day from gate_hour) as h
        where h.day < (now() at time zone 'Europe/Rome')::date and (${missing})`,
    );
    if ((rows[0]?.missing ?? 1) <= 0) return;
    if (waited % 60 === 0) say(`waiting for the plant to count its days: ${rows[0]?.missing} left`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('The plant did not finish counting days within an hour.');
}

/**
 * Times each class with the same 30 queries, once to warm up and twice to measure, over HTTP with permissions and
 * logging.
 */
export async function measureQueryTimes(
  dataDir: string,
  { spec, plates }: DataMark,
  say: (text: string) => void,
  /** Prefixes of ids; empty: all. */
  only: readonly string[] = [],
  all: readonly TimedQueryClass[] = CLASSES,
): Promise<readonly QueryTime[]> {
  const data = { gates: spec.gates, ...computePeriod(spec) };
  const facts = await withPostgres(dataDir, async (owner) => {
    await owner.query(
      `update plant_settings set license_expires_on = null,
        license_options = '{"adv_charts": {"expiration_date": null, "g2g": true, "population": true}}'`,
    );
    return readSearchInputs(owner, { ...data, plates });
  });
  const about: QueryInputs = { ...data, plates: facts.plates, busyPlates: facts.busyPlates };
  const session = await startSession(dataDir);
  try {
    await waitForMovements(session.owner, say);
    await waitForDays(session.owner, say);
    const times: QueryTime[] = [];
    const classes = all.filter(({ id }) => only.length === 0 || only.some((start) => id.startsWith(start)));
    for (const { id, path, targetMs, buildBody: body } of classes) {
      say(id);
      const rng = new Rng(spec.seed);
      const questions = Array.from({ length: QUERIES_PER_CLASS }, () => body(rng, about));
      const ms: number[] = [];
      let errors = 0;
      for (let run = 0; run < 3; run++) {
        for (const [i, question] of questions.entries()) {
          const took = await runQuery(path, session.users[i % session.users.length] ?? {}, question);
          if (took === null) errors++;
          else if (run > 0) ms.push(took);
        }
      }
      times.push({ id, targetMs, p50: computePercentile(ms, 0.5), p95: computePercentile(ms, 0.95), errors });
    }
    return times;
  } finally {
    await session.stop();
  }
}
