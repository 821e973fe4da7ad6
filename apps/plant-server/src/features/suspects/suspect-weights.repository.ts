import type { SuspectWeightsResponse } from '@varco/contract/plant/suspects.ts';
import {
  DEFAULT_SUSPECT_WEIGHTS,
  WEIGHT_BOUNDS,
  SUSPECT_WEIGHTS,
  type SuspectWeights,
  type SuspectWeight,
} from '@varco/domain/analysis/suspect-score.ts';
import type { Runner } from '../../database/sql-statement.ts';

interface WeightsRow {
  readonly weights: Readonly<Record<string, unknown>>;
  readonly why: string;
  readonly changed_at: string;
  readonly username: string;
}

const SHOWN_CHANGES = 20;

/** Limits stored points to the current bounds, because another version may have had other features or bounds. */
function clampWeights(stored: Readonly<Record<string, unknown>>): SuspectWeights {
  const entries = SUSPECT_WEIGHTS.map((name): readonly [SuspectWeight, number] => {
    const value = stored[name];
    const { min, max } = WEIGHT_BOUNDS[name];
    return [
      name,
      typeof value === 'number' ? Math.min(max, Math.max(min, Math.round(value))) : DEFAULT_SUSPECT_WEIGHTS[name],
    ];
  });
  return { ...DEFAULT_SUSPECT_WEIGHTS, ...Object.fromEntries(entries) };
}

const readWeightChanges = (runner: Runner, most: number, signal?: AbortSignal): Promise<readonly WeightsRow[]> =>
  runner.run<WeightsRow>(
    {
      name: 'suspect-weights',
      text: 'select weights, why, changed_at, username from suspect_weights order by id desc limit $1',
      values: [most],
    },
    signal,
  );

/** Points currently in force. */
export async function readWeights(runner: Runner, signal?: AbortSignal): Promise<SuspectWeights> {
  const [row] = await readWeightChanges(runner, 1, signal);
  return row === undefined ? DEFAULT_SUSPECT_WEIGHTS : clampWeights(row.weights);
}

/** Points currently in force, and the history of changes. */
export async function readWeightsResponse(runner: Runner, canChange: boolean): Promise<SuspectWeightsResponse> {
  const rows = await readWeightChanges(runner, SHOWN_CHANGES);
  const [newest] = rows;
  return {
    weights: newest === undefined ? { ...DEFAULT_SUSPECT_WEIGHTS } : { ...clampWeights(newest.weights) },
    changed_at: newest?.changed_at ?? null,
    changed_by: newest?.username ?? '',
    can_change: canChange,
    changes: rows.map((row) => ({
      at: row.changed_at,
      by: row.username,
      why: row.why,
      weights: { ...clampWeights(row.weights) },
    })),
  };
}

/** A change is a new row, so that the history remains. */
export async function insertWeights(
  runner: Runner,
  weights: SuspectWeights,
  why: string,
  by: { readonly uuid: string; readonly username: string },
  nowIso: string,
): Promise<void> {
  await runner.run({
    text: `insert into suspect_weights (weights, why, changed_at, changed_by, username) values ($1::jsonb, $2, $3::timestamptz, $4::uuid, $5)`,
    values: [JSON.stringify(weights), why, nowIso, by.uuid, by.username],
  });
}
