import type { PlantSetUp } from '@varco/contract/set-up.ts';
import type { PlantSettings } from '../settings/plant-settings.repository.ts';

/** Names of the answers that are not those of the plant, as they stand in a file of answers. */
export function listDifferences(settings: PlantSettings, answers: PlantSetUp): string[] {
  const { retention } = answers;
  const pairs: readonly (readonly [name: string, stored: unknown, answer: unknown])[] = [
    ['label', settings.label, answers.label],
    ['code', settings.code, answers.code],
    ['municipality', settings.municipality, answers.municipality],
    ['address', settings.public_url, answers.address],
    ['portal', settings.portal_url, answers.portal],
    ['retention.days', settings.retention_days, retention.days],
    ['retention.plate_picture_days', settings.plate_picture_days, retention.plate_picture_days],
    ['retention.context_picture_days', settings.context_picture_days, retention.context_picture_days],
    ['retention.basis', settings.retention_basis, retention.basis],
    ['retention.act', settings.retention_act, retention.act],
    ['requires_reason', settings.requires_reason, answers.requires_reason],
    ['requires_case', settings.requires_case, answers.requires_case],
    ['reasons', describeReasons(settings.reasons), describeReasons(answers.reasons)],
  ];
  return pairs.filter(([, stored, answer]) => stored !== answer).map(([name]) => name);
}

const describeReasons = (reasons: readonly PlantSetUp['reasons'][number][]): string =>
  JSON.stringify(reasons.map(({ code, it, en }) => [code, it, en]));
