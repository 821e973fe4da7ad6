import { ADR_CLASSES, type AdrClass } from '@varco/domain/code-lists.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** Name of each class of the hazard label. */
export const HAZARD_CLASS_NAMES: Readonly<Record<AdrClass, MessageKey>> = {
  '1': 'widgets:adr.classes.c1',
  '2': 'widgets:adr.classes.c2',
  '3': 'widgets:adr.classes.c3',
  '4.1': 'widgets:adr.classes.c4_1',
  '4.2': 'widgets:adr.classes.c4_2',
  '4.3': 'widgets:adr.classes.c4_3',
  '5.1': 'widgets:adr.classes.c5_1',
  '5.2': 'widgets:adr.classes.c5_2',
  '6.1': 'widgets:adr.classes.c6_1',
  '6.2': 'widgets:adr.classes.c6_2',
  '7': 'widgets:adr.classes.c7',
  '8': 'widgets:adr.classes.c8',
  '9': 'widgets:adr.classes.c9',
};

/** Parses a class sent by a plant; null when it is none of the thirteen. */
export function parseHazardClass(code: string): AdrClass | null {
  return ADR_CLASSES.find((known) => known === code) ?? null;
}

/** A class followed by its name, `5.1 — oxidising substances`. An unknown class is shown as it came. */
export function formatHazardClass(t: Translate, code: string): string {
  const known = parseHazardClass(code);
  return known === null ? code : `${known} — ${t(HAZARD_CLASS_NAMES[known])}`;
}
