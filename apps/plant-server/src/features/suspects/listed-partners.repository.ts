import { computeSearchWindow } from '@varco/domain/transits/search-window.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { SuspectsDeps } from './suspects.deps.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { createDatabaseSource, findAccomplices, PlantTraffic } from '../accomplices/accomplices.public.ts';

const DAY_MS = 86_400_000;
const DELTA_MS = 5 * 60_000;
const EVIDENCE_DAYS = 30;
const BASELINE_DAYS = 28;
const MIN_POINTS = 100;
/** Plates per run; the job runs every minute. */
const BATCH_SIZE = 20;

/** Open entries visible to the whole plant, without patterns, that were not processed for an hour; the oldest first. */
const SELECT_DUE = `select distinct e.plate as plate, l.looked_at from blacklist_entry as e left join listed_partner_look as l on l.listed = e.plate
  where e.kind = 'open' and e.group_id is null and not e.is_interforce and not e.is_pattern and e.is_enabled and e.expires_at > $1::timestamptz
    and (l.looked_at is null or l.looked_at < $1::timestamptz - interval '1 hour')
  order by l.looked_at nulls first, plate limit ${BATCH_SIZE}`;

/**
 * Finds plates that travel with listed plates, by the accomplice formula with 5 minutes, once an hour per listed plate.
 * The search for suspects only reads the result. Removes old partners and partners of plates that are no longer listed.
 */
export async function updateListedPartners({ store, pool, now }: SuspectsDeps, signal: AbortSignal): Promise<void> {
  const nowMs = now().getTime();
  const nowIso = now().toISOString();
  await deleteOldPartners(store.runner, nowIso);
  const due = await store.runner.run<{ plate: string }>({ text: SELECT_DUE, values: [nowIso] });
  if (due.length === 0) return;
  const { retention_days: retentionDays } = await readPlantSettings(store.runner);
  const source = createDatabaseSource(store.runner, new PlantTraffic(store.runner), signal);
  const limits = { refMs: null, tMaxMinutes: 0, retentionDays, nowMs, endMs: nowMs };
  const evidence = computeSearchWindow({ ...limits, startMs: nowMs - EVIDENCE_DAYS * DAY_MS });
  const baseline = computeSearchWindow({ ...limits, startMs: nowMs - (EVIDENCE_DAYS + BASELINE_DAYS) * DAY_MS });
  for (const { plate } of due) {
    if (signal.aborted) return;
    const { candidates } = await findAccomplices(
      source,
      {
        plate,
        deltaMs: DELTA_MS,
        least: 2,
        evidence: { gates: null, fromMs: evidence.fromMs, toMs: evidence.toMs },
        baseline: { gates: null, fromMs: baseline.fromMs, toMs: baseline.toMs },
        nowMs,
      },
      signal,
    );
    const partners = candidates.filter(({ score }) => score.absScore >= MIN_POINTS);
    await inTransaction(pool, async (runner) => {
      await runner.run({ text: 'delete from listed_partner where listed = $1', values: [plate] });
      await runner.run({
        text: `insert into listed_partner (listed, partner, abs_score, sessions, found_at)
          select $1, p, a, s, $5::timestamptz from unnest($2::text[], $3::int[], $4::int[]) as u(p, a, s) on conflict do nothing`,
        values: [
          plate,
          partners.map((one) => one.plate),
          partners.map(({ score }) => score.absScore),
          partners.map((one) => one.evidence.joint.length),
          nowIso,
        ],
      });
      await runner.run({
        text: `insert into listed_partner_look (listed, looked_at) values ($1, $2::timestamptz)
          on conflict (listed) do update set looked_at = excluded.looked_at`,
        values: [plate, nowIso],
      });
    });
  }
}

async function deleteOldPartners(runner: Runner, nowIso: string): Promise<void> {
  await runner.run({
    text: `delete from listed_partner where found_at < $1::timestamptz - interval '2 days'
      or not exists (select from blacklist_entry as e where e.plate = listed_partner.listed and e.is_enabled)`,
    values: [nowIso],
  });
  await runner.run({
    text: `delete from listed_partner_look where looked_at < $1::timestamptz - interval '2 days'`,
    values: [nowIso],
  });
}
