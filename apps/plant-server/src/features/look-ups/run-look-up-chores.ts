import { isoOf } from '@varco/domain/time/rome.ts';
import type { LookUpsDeps } from './look-ups.deps.ts';
import { expireLookUps } from './look-up.queries.ts';

const DAY_MS = 86_400_000;
/** Look-up entries are retained as long as the audit log (decisions). */
const ENTRY_YEARS = 5;
const SYSTEM = { kind: 'system', id: null, name: 'retention', group: null, level: null, session: null } as const;

/** Deletes registry responses and entries past their retention; records the run even when nothing was deleted. */
export async function expireStoredAnswers({ store, auditSink, now, lookUpRules }: LookUpsDeps): Promise<void> {
  const nowMs = now().getTime();
  const answersBefore = isoOf(nowMs - lookUpRules.answerDays * DAY_MS);
  const entriesBefore = isoOf(nowMs - ENTRY_YEARS * 366 * DAY_MS);
  const { answers, entries } = await expireLookUps(store.runner, answersBefore, entriesBefore);
  await auditSink.record({
    action: 'lookups.expire',
    outcome: 'ok',
    actor: SYSTEM,
    from: { ip: null, client: null },
    req: null,
    count: answers,
    detail: { answers, entries, term_days: lookUpRules.answerDays, cutoff: answersBefore },
  });
}
