import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { computeStoredWindow } from '../../policy/visible-window.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Hashes of the pictures of a transit that may be shown; '' where there is none. */
export interface TransitPictures {
  readonly id: string;
  readonly full: string;
  readonly plate: string;
  readonly context: string;
}

type PictureTerms = Pick<PlantSettings, 'retention_days' | 'plate_picture_days' | 'context_picture_days'>;

const DAY_MS = 86_400_000;

/**
 * Pictures have the visibility of their transit: its gates, its retention and, where the plant limits age, t_max. A limited
 * window limits searches, not pictures of a transit that was found.
 */
function pictureVisibility(scope: TransitScope, terms: PictureTerms, nowMs: number): Visibility {
  const window = computeStoredWindow(scope, { retentionDays: terms.retention_days, nowMs });
  return { gates: scope.gates, fromMs: window.fromMs, toMs: window.toMs };
}

/** Pictures of the visible transits among `ids`. A picture past its own retention term counts as deleted. */
export async function readPicturesOfTransits(
  runner: Runner,
  scope: TransitScope,
  terms: PictureTerms,
  ids: readonly string[],
  nowMs: number,
): Promise<readonly TransitPictures[]> {
  const visible = pictureVisibility(scope, terms, nowMs);
  const times = new Map(ids.map((id) => [id, parseTransitIdMs(id)]));
  const known = [...times].flatMap(([id, ms]) =>
    ms !== null && ms >= visible.fromMs && ms < visible.toMs ? [{ id, ms }] : [],
  );
  if (known.length === 0) return [];
  const ms = known.map((one) => one.ms);
  const narrowed = { ...visible, fromMs: Math.min(...ms), toMs: Math.max(...ms) + 1, unread: 'with' } as const;
  const isListed = sql<boolean>`t.ts = any(${ms.map(toIsoInstant)}::timestamptz[]) and t.id = any(${known.map((one) => one.id)}::bigint[])`;
  const since = (days: number) => toIsoInstant(nowMs - days * DAY_MS);
  const rows = await runner.run<TransitPictures>(
    compileStatement(sql`select p.id::text as id,
        case when p.ts >= ${since(terms.plate_picture_days)}::timestamptz then p.full_hash else '' end as full,
        case when p.ts >= ${since(terms.plate_picture_days)}::timestamptz then p.plate_hash else '' end as plate,
        case when p.ts >= ${since(terms.context_picture_days)}::timestamptz then p.context_hash else '' end as context
      from transit_picture as p
      where (p.plate, p.ts, p.id) in (select t.plate, t.ts, t.id ${visibleTransits(narrowed, [isListed])})`),
  );
  return rows;
}
