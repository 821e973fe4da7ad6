import { hasLevel, PLANT_ADMIN_LEVEL } from './permissions.ts';

/** Permissions that follow from the flags of a plant (P 6). Each rule looks at one plant. */

/** Flags that a plant sends at sign-in. */
export interface PlantFlags {
  readonly level: number;
  readonly can_manage_users: boolean;
  readonly can_manage_districts: boolean;
  readonly visure_pagamento: boolean;
  readonly notifica_rubati: boolean;
  readonly responsabile_interforze: boolean;
  /** May read the whole consultation log of the plant. */
  readonly audit_read: boolean;
}

/**
 * readings A-08: administrators of the plant manage everybody, others from level 5 with the flag manage their own
 * users.
 */
export const canManageUsers = ({
  level,
  can_manage_users: hasFlag,
}: Pick<PlantFlags, 'level' | 'can_manage_users'>): boolean =>
  hasLevel([{ level, canManageUsers: hasFlag }], { managesUsers: true });

/** readings TA30: groups are managed by the plant's administrators. */
export const canManageGroups = ({ level }: Pick<PlantFlags, 'level'>): boolean => level >= PLANT_ADMIN_LEVEL;

/**
 * Settings of a plant (time limit, reasons, retention, names) are read and changed by the administrators of that plant, and by
 * nobody of the portal.
 */
export const canManageSettings = ({ level }: Pick<PlantFlags, 'level'>): boolean => level >= PLANT_ADMIN_LEVEL;

/** Legal holds are made, read and lifted by the administrators of the plant (ADR 0009). */
export const canManageHolds = ({ level }: Pick<PlantFlags, 'level'>): boolean => level >= PLANT_ADMIN_LEVEL;

/** What will be deleted when, in numbers: for those who set the terms and those who review how data is used. */
export const canReadDeletions = (flags: Pick<PlantFlags, 'level' | 'audit_read'>): boolean =>
  canManageHolds(flags) || canReadAudit(flags);

/**
 * Accountability (decisions, ADR 0008): who may read the consultation log of a plant. Everybody may read their own
 * entries. No level gives it: who searches most must not be the only one who reviews.
 */
export const canReadAudit = ({ audit_read: hasFlag }: Pick<PlantFlags, 'audit_read'>): boolean => hasFlag;

/** The system log of a plant is readable by its administrators (readings, part C). */
export const canReadSystemLog = ({ level }: Pick<PlantFlags, 'level'>): boolean => level >= PLANT_ADMIN_LEVEL;

/** P 6: with the flag, or as administrator of the plant, who could set the flag anyway (ADR 0027). */
export const canManageDistricts = (flags: Pick<PlantFlags, 'level' | 'can_manage_districts'>): boolean =>
  flags.can_manage_districts || flags.level >= PLANT_ADMIN_LEVEL;

export const canPayLookUps = (flags: Pick<PlantFlags, 'visure_pagamento'>): boolean => flags.visure_pagamento;

/**
 * T 6, TPERM-10: a paid look-up needs both the person's payment permission and the plant's flag.
 * @param canExecPayments the person's permission to spend, over all plants
 * @param flags of the plant
 */
export const canExecPaidLookUp = (canExecPayments: boolean, flags: Pick<PlantFlags, 'visure_pagamento'>): boolean =>
  canExecPayments && canPayLookUps(flags);

export const receivesStolenAlerts = (flags: Pick<PlantFlags, 'notifica_rubati'>): boolean => flags.notifica_rubati;

export const isInterforceResponsible = (flags: Pick<PlantFlags, 'responsabile_interforze'>): boolean =>
  flags.responsabile_interforze;
