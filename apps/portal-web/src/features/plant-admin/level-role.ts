import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/** Lowest level of an operator. */
const OPERATOR_LEVEL = 5;

/** Role for a level (readings TA66). */
export const toRole = (level: number): 'base' | 'operator' | 'admin' =>
  level >= PLANT_ADMIN_LEVEL ? 'admin' : level >= OPERATOR_LEVEL ? 'operator' : 'base';

/** Text for a level with its role. */
export const formatLevel = (level: number, t: Translate): string =>
  t('plantAdmin:level.word', { level: String(level), role: t(`plantAdmin:level.${toRole(level)}`) });
