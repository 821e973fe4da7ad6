import type { FigureheadFilter } from '@varco/contract/plant/figurehead.ts';
import type { WhitelistFilter } from '@varco/contract/plant/whitelist.ts';
import { seesOnlyOwnEntries } from '@varco/domain/policy/list-rights.ts';
import { sql, type RawBuilder } from 'kysely';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { optionalCondition, toLikePattern } from '../../database/list-conditions.sql.ts';

type Conditions = readonly RawBuilder<boolean>[];

/** Below level 5, and outside the forces, a user sees only own entries (PERM-02). */
export const buildVisibleConditions = (user: PlantUser): Conditions =>
  seesOnlyOwnEntries({ level: user.level, group: user.group_name })
    ? [sql<boolean>`(e.owner = ${user.id} or e.creator = ${user.uuid})`]
    : [];

/** The conditions that both lists have; `key` is the part of the plate or code that is searched for. */
const buildCommonConditions = (
  column: 'e.plate' | 'e.owner_code',
  key: string | undefined,
  filter: Pick<WhitelistFilter, 'f_disabled' | 'f_owned'>,
  user: PlantUser,
): Conditions => [
  ...(key !== undefined && /[A-Za-z0-9]/.test(key)
    ? [sql<boolean>`${sql.ref(column)} like ${toLikePattern(key)}`]
    : []),
  ...optionalCondition(filter.f_disabled, sql<boolean>`not e.is_enabled`),
  ...optionalCondition(filter.f_owned, sql<boolean>`e.owner = ${user.id}`),
];

export const buildFigureheadConditions = (filter: FigureheadFilter, user: PlantUser): Conditions =>
  buildCommonConditions('e.owner_code', filter.f_codice, filter, user);

export const buildWhitelistConditions = (filter: WhitelistFilter, user: PlantUser, now: string): Conditions => [
  ...buildCommonConditions('e.plate', filter.f_targa, filter, user),
  ...optionalCondition(filter.f_expired, sql<boolean>`e.expires_at <= ${now}::timestamptz`),
];
