import type { DEFAULT_REASON_CODES } from '@varco/contract/reason.ts';
import type { Translate } from './message-types.ts';

const KNOWN_CODES = [
  'judicial-police',
  'stolen-vehicle',
  'missing-person',
  'accident',
  'administrative-check',
  'own-system',
  'training',
] as const satisfies readonly (typeof DEFAULT_REASON_CODES)[number][];

/**
 * Words for the code of a reason where the list of its plant is not at hand, as in the verification of a file. A code
 * that only a plant's own list explains is returned as it is.
 */
export function formatReasonCode(code: string, t: Translate): string {
  const known = KNOWN_CODES.find((one) => one === code);
  return known === undefined ? code : t(`evidence:reasonCode.${known}`);
}
