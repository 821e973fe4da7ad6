import type { CallInput } from '@varco/contract/endpoint.ts';
import type { createGroup, Group, GroupDefaults } from '@varco/contract/plant/groups.ts';

/** Permissions a group proposes, in the order they are shown. */
export const PERMISSIONS = [
  'insert_bl',
  'notifica_blacklist',
  'notifica_rubati',
  'responsabile_interforze',
  'can_manage_users',
  'can_manage_districts',
  'visure_pagamento',
] as const satisfies readonly (keyof GroupDefaults)[];

const MINUTES = 60;
/** Hours of the longest range: ten years. */
export const MOST_HOURS = 87_600;

/** A group while it is made or changed. */
export interface GroupDraft {
  readonly name: string;
  readonly level: number;
  /** Hours of allowed search range; 0: no limit. */
  readonly hours: number;
  readonly permissions: Readonly<Record<(typeof PERMISSIONS)[number], boolean>>;
}

/** What the form begins with; a new group is one of operators. `most`: highest level one may give. */
export function groupDraft(before: Group | null, most: number): GroupDraft {
  const { t_max: tMax = 0, ...permissions } = before?.defaults ?? {
    insert_bl: true,
    notifica_blacklist: false,
    notifica_rubati: false,
    responsabile_interforze: false,
    can_manage_users: false,
    can_manage_districts: false,
    visure_pagamento: false,
  };
  return { name: before?.name ?? '', level: before?.level ?? Math.min(5, most), hours: tMax / MINUTES, permissions };
}

export const groupBody = ({ name, level, hours, permissions }: GroupDraft): CallInput<typeof createGroup>['body'] => ({
  name: name.trim(),
  level,
  defaults: { ...permissions, t_max: Math.round(hours * MINUTES) },
});

/** A name that looks like one of the forces and is none: the rule wants "fdo" in lower case (readings B-41). */
export const isNameTrap = (name: string): boolean => /^\s*fdo/i.test(name) && !name.trimStart().startsWith('fdo');
