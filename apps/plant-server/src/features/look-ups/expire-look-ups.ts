import { buildSystemOrigin } from '../../context/system-origin.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { applyLimits } from '../../settings/plant-limits.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { LookUpsDeps } from './look-ups.deps.ts';
import { deleteExpiredLookUps } from './look-up.repository.ts';

const DAY_MS = 86_400_000;
/** Look-up entries are retained as long as the audit log (decisions). */
const ENTRY_RETENTION_YEARS = 5;

/** Deletes registry responses and entries past their retention; records the run even when nothing was deleted. */
export async function expireLookUps({ store, auditSink, now, limits }: LookUpsDeps): Promise<void> {
  const nowMs = now().getTime();
  const settings = await readPlantSettings(store.runner);
  const days = applyLimits(settings, limits.defaults).look_up_answer_days;
  const answersBefore = toIsoInstant(nowMs - days * DAY_MS);
  const entriesBefore = toIsoInstant(nowMs - ENTRY_RETENTION_YEARS * 366 * DAY_MS);
  const { answers, entries } = await deleteExpiredLookUps(store.runner, answersBefore, entriesBefore);
  await auditSink.record({
    action: 'lookups.expire',
    outcome: 'ok',
    ...buildSystemOrigin('retention'),
    count: answers,
    detail: {
      ...{ answers, entries, term_days: days, cutoff: answersBefore },
      ...(settings.look_up_answer_basis !== '' && {
        ground: settings.look_up_answer_basis,
        act: settings.look_up_answer_act,
      }),
    },
  });
}
