import type { Language } from '@varco/i18n/message-types.ts';
import { useLanguage } from '../i18n.tsx';
import type { PlantSession } from './plant-store.ts';
import { usePlantList } from './use-plants.ts';

export interface OfferedReason {
  readonly code: string;
  readonly label: string;
}

/** Reasons offered by the signed-in plants, each code once, in the order of the first plant that has it. */
export function collectReasons(plants: readonly PlantSession[], language: Language): readonly OfferedReason[] {
  const found = new Map<string, OfferedReason>();
  for (const plant of plants) {
    for (const reason of plant.login?.parameters.reasons ?? []) {
      if (!found.has(reason.code)) found.set(reason.code, { code: reason.code, label: reason[language] });
    }
  }
  return [...found.values()];
}

/** Whether any signed-in plant requires a case number, always or with this reason. */
export const requiresCaseNumber = (plants: readonly PlantSession[], code: string): boolean =>
  plants.some(({ login }) => {
    if (login === null) return false;
    const { requires_case: isAlways, reasons } = login.parameters;
    return isAlways || reasons.some((reason) => reason.code === code && reason.requires_case === true);
  });

/** The same in the current language, for whatever shows or asks a reason. */
export function useOfferedReasons(): readonly OfferedReason[] {
  const language = useLanguage();
  return collectReasons(usePlantList(), language);
}

/** A reason in words, with its code; the code alone when no signed-in plant offers it. */
export function formatReason(code: string, offered: readonly OfferedReason[]): string {
  const known = offered.find((one) => one.code === code);
  return known === undefined ? code : `${known.label} (${code})`;
}
