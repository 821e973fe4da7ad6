import type { Translate } from '@varco/i18n/message-types.ts';
import { ApiError } from '../api/api-error.ts';
import { formatCallError } from '../notices/error-text.ts';

/** What failed on a plant. */
export interface PlantFault {
  readonly peerId: number;
  readonly error: Error;
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Does one thing on several plants at once; returns those on which it failed. */
export async function runOnPlants<Part extends { readonly peerId: number }>(
  parts: readonly Part[],
  work: (part: Part) => Promise<unknown>,
): Promise<readonly PlantFault[]> {
  const answers = await Promise.allSettled(parts.map(work));
  return answers.flatMap((answer, at) => {
    const part = parts[at];
    if (answer.status === 'fulfilled' || part === undefined) return [];
    return [{ peerId: part.peerId, error: toError(answer.reason) }];
  });
}

/** Why a plant gave a screen nothing: it cannot be reached, else what it answered. */
export const formatPlantFailure = (error: Error, plant: string, t: Translate): string =>
  error instanceof ApiError && error.subCode === 'network'
    ? t('notices:code.c10005', { plant })
    : `${plant}: ${formatCallError(error, t)}`;

/** What failed, plant by plant, in one line. */
export const formatFaults = (faults: readonly PlantFault[], nameOf: (peerId: number) => string, t: Translate): string =>
  faults.map(({ peerId, error }) => `${nameOf(peerId)}: ${formatCallError(error, t)}`).join(' ');
