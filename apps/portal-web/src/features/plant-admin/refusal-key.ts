import type { MessageKey } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../lib/api/api-error.ts';

const ERROR_CODES = ['conflict', 'duplicate', 'no_perms', 'not_found', 'bad_request'] as const;
const SUB_CODES = [
  'group_has_members',
  'group_in_use',
  'district_has_users',
  'channel_off',
  'too_many_gates',
  'port_shared',
] as const;

/** Message key for a refusal of the plant; null without an error. */
export function refusalKey(error: unknown): MessageKey | null {
  if (error === null || error === undefined) return null;
  if (!(error instanceof ApiError)) return 'plantAdmin:refusal.other';
  const { code, subCode, facts } = error;
  // Reported by its own popup (P 8).
  if (subCode === 'device_already_associated') return null;
  const sub = SUB_CODES.find((one) => one === subCode);
  if (sub !== undefined) return `plantAdmin:refusal.${sub}`;
  if (subCode === 'gate_not_allowed') return 'plantAdmin:refusal.gates';
  if (facts.field?.endsWith('level') === true) return 'plantAdmin:refusal.own_level';
  const known = ERROR_CODES.find((one) => one === code);
  return known === undefined ? 'plantAdmin:refusal.other' : `plantAdmin:refusal.${known}`;
}
