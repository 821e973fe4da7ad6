import type { CallInput } from '@varco/contract/endpoint.ts';
import type { createGroup, Group, GroupDefaults } from '@varco/contract/plant/groups.ts';

/** Default permissions of a group, in display order. */
export const PERMISSIONS = [
  'insert_bl',
  'notifica_blacklist',
  'notifica_rubati',
  'responsabile_interforze',
  'can_manage_users',
  'can_manage_districts',
  'visure_pagamento',
] as const satisfies readonly (keyof GroupDefaults)[];

const MINUTES_PER_HOUR = 60;
/** Maximum search range in hours: ten years. */
export const MAX_HOURS = 87_600;

/** Form values of a group. */
export interface GroupDraft {
  readonly name: string;
  readonly level: number;
  /** Allowed search range in hours; 0: no limit. */
  readonly hours: number;
  readonly permissions: Readonly<Record<(typeof PERMISSIONS)[number], boolean>>;
  /** Days back and rows a day without a second person; 0: no limit. */
  readonly lookBackDays: number;
  readonly rowsPerDay: number;
  /** Members decide the requests of others. */
  readonly approves: boolean;
  /** Members work off the requests of people about their data. */
  readonly handlesRequests: boolean;
}

export const MAX_LOOK_BACK_DAYS = 3650;
export const MAX_ROWS_PER_DAY = 1_000_000;

/** Initial form values; new groups have operator level. `most`: highest level the user may assign. */
export function createGroupDraft(before: Group | null, most: number): GroupDraft {
  const { t_max: tMax = 0, ...permissions } = before?.defaults ?? {
    insert_bl: true,
    notifica_blacklist: false,
    notifica_rubati: false,
    responsabile_interforze: false,
    can_manage_users: false,
    can_manage_districts: false,
    visure_pagamento: false,
  };
  return {
    name: before?.name ?? '',
    level: before?.level ?? Math.min(5, most),
    hours: tMax / MINUTES_PER_HOUR,
    permissions,
    lookBackDays: before?.look_back_days ?? 0,
    rowsPerDay: before?.rows_per_day ?? 0,
    approves: before?.approves ?? false,
    handlesRequests: before?.handles_requests ?? false,
  };
}

export const buildGroupBody = ({
  name,
  level,
  hours,
  permissions,
  lookBackDays,
  rowsPerDay,
  approves,
  handlesRequests,
}: GroupDraft): CallInput<typeof createGroup>['body'] => ({
  name: name.trim(),
  level,
  defaults: { ...permissions, t_max: Math.round(hours * MINUTES_PER_HOUR) },
  look_back_days: lookBackDays === 0 ? null : lookBackDays,
  rows_per_day: rowsPerDay === 0 ? null : rowsPerDay,
  approves,
  handles_requests: handlesRequests,
});

/**
 * Whether a name looks like a police force but is not recognised as one: the rule requires "fdo" in lower case
 * (readings B-41).
 */
export const isMisspeltForceName = (name: string): boolean =>
  /^\s*fdo/i.test(name) && !name.trimStart().startsWith('fdo');
