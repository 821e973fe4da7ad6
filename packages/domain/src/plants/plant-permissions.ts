/** What the flags of a plant let a person do there (P 6). Each rule looks at one plant. */

/** Flags as a plant tells them at sign-in. */
export interface PlantFlags {
  readonly level: number;
  readonly can_manage_users: boolean;
  readonly can_manage_districts: boolean;
  readonly visure_pagamento: boolean;
  readonly notifica_rubati: boolean;
  readonly responsabile_interforze: boolean;
}

/** Administrator of the plant (T 6). */
const ADMIN_LEVEL = 8;
/** From here on users of one's own may be managed, with the flag. */
const DELEGATE_LEVEL = 5;

/** readings A-08: administrators of the plant everybody's, others from level 5 with the flag their own users. */
export const canManageUsers = ({
  level,
  can_manage_users: hasFlag,
}: Pick<PlantFlags, 'level' | 'can_manage_users'>): boolean =>
  level >= ADMIN_LEVEL || (level >= DELEGATE_LEVEL && hasFlag);

/** readings TA30: groups are the business of the plant's administrators. */
export const canManageGroups = ({ level }: Pick<PlantFlags, 'level'>): boolean => level >= ADMIN_LEVEL;

export const canManageDistricts = (flags: Pick<PlantFlags, 'can_manage_districts'>): boolean =>
  flags.can_manage_districts;

export const canPayLookUps = (flags: Pick<PlantFlags, 'visure_pagamento'>): boolean => flags.visure_pagamento;

export const isToldOfStolen = (flags: Pick<PlantFlags, 'notifica_rubati'>): boolean => flags.notifica_rubati;

export const isInterforceResponsible = (flags: Pick<PlantFlags, 'responsabile_interforze'>): boolean =>
  flags.responsabile_interforze;
