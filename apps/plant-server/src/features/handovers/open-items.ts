import { MAX_HANDOVER_ITEMS } from '@varco/contract/plant/handovers.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type AlertPlate, buildAlertScope, readOpenAlerts } from '../alerts/alerts.public.ts';
import { readOpenApprovals } from '../approvals/approvals.public.ts';
import { readSilences } from '../cameras/cameras.public.ts';
import { readFailedExports } from '../exports/exports.public.ts';
import type { ItemRow } from './handovers.repository.ts';

const HOUR_MS = 3_600_000;
/** Alerts of others and of nobody are listed this long: three shifts. */
const RECENT_ALERTS_MS = 24 * HOUR_MS;
/** Longest shift whose failed exports are listed. */
const SHIFT_MS = 12 * HOUR_MS;

/** What is open for a person now; `plates`: by id of the alert. */
export interface OpenItems {
  readonly items: readonly ItemRow[];
  readonly plates: ReadonlyMap<string, AlertPlate>;
  /** More is open than the items show. */
  readonly isCut: boolean;
}

const NOTHING_SENT = { step: 0, sent_to: '', sent_at: null, note: '' } as const;

/** Reads what is open on this plant, as far as the user may see it. `oldest`: oldest transit they may open, ISO. */
export async function readOpenItems(
  runner: Runner,
  user: PlantUser,
  { oldest, nowMs }: { readonly oldest: string; readonly nowMs: number },
): Promise<OpenItems> {
  const alerts = await readOpenAlerts(runner, buildAlertScope(user), {
    oldest,
    recent: toIsoInstant(nowMs - RECENT_ALERTS_MS),
    limit: MAX_HANDOVER_ITEMS + 1,
  });
  const others = [
    ...(await readCameraItems(runner, user)),
    ...(await readApprovalItems(runner, user, nowMs)),
    ...(await readExportItems(runner, user, nowMs)),
  ];
  const items = [
    ...alerts.map((row): ItemRow => ({
      kind: 'alert',
      item: row.id,
      since: row.raised_at,
      gate: row.gate,
      label: row.kind,
      owner_name: row.owner_name,
      is_own: row.owner === user.uuid,
      step: row.escalation,
      sent_to: row.sent_to,
      sent_at: row.sent_at,
      note: '',
    })),
    ...others,
  ];
  return {
    items: items.slice(0, MAX_HANDOVER_ITEMS),
    plates: new Map(alerts.map((row) => [row.id, row])),
    isCut: items.length > MAX_HANDOVER_ITEMS,
  };
}

/** Silent cameras without a finished task: administrators of the plant see the tasks (ADR 0037). */
async function readCameraItems(runner: Runner, user: PlantUser): Promise<readonly ItemRow[]> {
  if (user.level < PLANT_ADMIN_LEVEL) return [];
  const rows = await readSilences(runner);
  return rows
    .filter(({ done_at: doneAt }) => doneAt === null)
    .map((row) => ({
      ...NOTHING_SENT,
      kind: 'camera',
      item: String(row.id),
      since: row.silent_since,
      gate: row.gate,
      label: '',
      owner_name: row.taken_by ?? '',
      is_own: false,
    }));
}

async function readApprovalItems(runner: Runner, user: PlantUser, nowMs: number): Promise<readonly ItemRow[]> {
  const rows = await readOpenApprovals(runner, user, nowMs);
  return rows.map((row) => ({
    ...NOTHING_SENT,
    kind: 'approval',
    item: row.id,
    since: row.requested_at,
    gate: null,
    label: row.requester_name,
    owner_name: '',
    is_own: false,
  }));
}

async function readExportItems(runner: Runner, user: PlantUser, nowMs: number): Promise<readonly ItemRow[]> {
  const rows = await readFailedExports(runner, user.uuid, toIsoInstant(nowMs - SHIFT_MS));
  return rows.map((row) => ({
    ...NOTHING_SENT,
    kind: 'export',
    item: row.id,
    since: row.ended_at,
    gate: null,
    label: row.kind,
    owner_name: '',
    is_own: false,
  }));
}
