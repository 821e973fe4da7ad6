import { PLANT_ADMIN_LEVEL } from '@varco/domain/permissions.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/** Level from which on somebody works on a plant. */
const OPERATOR_LEVEL = 5;

/** What a level means (readings TA66). */
export const roleOf = (level: number): 'base' | 'operator' | 'admin' =>
  level >= PLANT_ADMIN_LEVEL ? 'admin' : level >= OPERATOR_LEVEL ? 'operator' : 'base';

/** A level with its role in words. */
export const levelWord = (level: number, t: Translate): string =>
  t('plantAdmin:level.word', { level: String(level), role: t(`plantAdmin:level.${roleOf(level)}`) });
