import { JOINING_FAULTS } from '@varco/contract/joining.ts';
import type { ParsedJoiningCode } from '@varco/domain/joining/joining-code.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** What is wrong with a typed code, in words; null: nothing. The wrong group is shown as it was typed. */
export function formatCodeFault(t: Translate, typed: string, parsed: ParsedJoiningCode): string | null {
  if (parsed.ok) return null;
  if (parsed.group === null) return t(`plants:registry.join.fault.${parsed.fault}`);
  const groups = typed.trim().split(/[\s\p{Pd}]+/u);
  return t('plants:registry.join.group', { n: String(parsed.group), text: groups[parsed.group] ?? '' });
}

/** Why a plant did not join, in words. */
export function formatJoiningFault(t: Translate, error: Error): string {
  if (!(error instanceof ApiError)) return t('errors:code.internal');
  if (error.code === 'bad_request') return t('plants:registry.join.refused.other');
  if (error.code !== 'conflict') return t(`errors:code.${error.code}`);
  const fault = JOINING_FAULTS.find((one) => one === error.subCode);
  if (fault === undefined) return t('plants:registry.join.refused.other');
  const { seconds, plant } = error.facts.data ?? {};
  return t(`plants:registry.join.refused.${fault}`, {
    count: Math.abs(Number(seconds ?? 0)),
    plant: String(plant ?? ''),
  });
}
