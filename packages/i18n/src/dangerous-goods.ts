import type { Language } from './message-types.ts';

/** Texts about dangerous goods in one language. */
export interface DangerousGoodsTexts {
  /** Name by UN number of four digits. */
  readonly substances: Readonly<Record<string, string>>;
  /** Meaning by hazard identification number (Kemler) of two or three digits, with `X` in front where it stands. */
  readonly hazards: Readonly<Record<string, string>>;
}

/** Loads the texts of a language. They are a file of their own because only a few screens and reports name substances. */
export async function loadDangerousGoods(language: Language): Promise<DangerousGoodsTexts> {
  const texts = language === 'it' ? await import('./it/dangerous-goods.ts') : await import('./en/dangerous-goods.ts');
  return texts.DANGEROUS_GOODS;
}

const getOwn = (texts: Readonly<Record<string, string>>, key: string): string | null =>
  Object.hasOwn(texts, key) ? (texts[key] ?? null) : null;

/** A UN number followed by the name of its substance, when it is on the list. Empty for an empty number. */
export function formatSubstance(texts: DangerousGoodsTexts | null, un: string): string {
  const name = texts === null ? null : getOwn(texts.substances, un);
  return name === null ? un : `${un} — ${name}`;
}

/** A hazard identification number followed by its meaning, when it is on the list. Empty for an empty number. */
export function formatHazard(texts: DangerousGoodsTexts | null, kemler: string): string {
  const meaning = texts === null ? null : getOwn(texts.hazards, kemler);
  return meaning === null ? kemler : `${kemler} — ${meaning}`;
}
