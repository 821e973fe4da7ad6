import type { Language } from '@varco/i18n/message-types.ts';
import { MODEL_CARDS, type ModelCard } from '../../lib/help/model-cards.ts';
import { type Manual, parseManual } from './manual.ts';

type Loader = () => Promise<{ default: string }>;

const LOADERS: Readonly<Record<Language, Readonly<Record<ModelCard, Loader>>>> = {
  it: {
    suspects: () => import('../../../../../docs/models/sospetti.md?raw'),
    accomplices: () => import('../../../../../docs/models/complici.md?raw'),
    'related-events': () => import('../../../../../docs/models/eventi-correlati.md?raw'),
    clones: () => import('../../../../../docs/models/cloni.md?raw'),
    reads: () => import('../../../../../docs/models/letture.md?raw'),
    population: () => import('../../../../../docs/models/popolazione.md?raw'),
    review: () => import('../../../../../docs/models/revisione.md?raw'),
  },
  en: {
    suspects: () => import('../../../../../docs/models/en/suspects.md?raw'),
    accomplices: () => import('../../../../../docs/models/en/accomplices.md?raw'),
    'related-events': () => import('../../../../../docs/models/en/related-events.md?raw'),
    clones: () => import('../../../../../docs/models/en/clones.md?raw'),
    reads: () => import('../../../../../docs/models/en/reads.md?raw'),
    population: () => import('../../../../../docs/models/en/population.md?raw'),
    review: () => import('../../../../../docs/models/en/review.md?raw'),
  },
};

export type ModelCardTexts = ReadonlyMap<ModelCard, Manual>;

/** All model cards in a language. Like the manuals, they belong to the version in use. */
export async function loadModelCards(language: Language): Promise<ModelCardTexts> {
  const load = async (card: ModelCard): Promise<[ModelCard, Manual]> => {
    const { default: markdown } = await LOADERS[language][card]();
    return [card, parseManual(markdown)];
  };
  return new Map(await Promise.all(MODEL_CARDS.map(load)));
}

const FILES: Readonly<Record<string, ModelCard>> = {
  'sospetti.md': 'suspects',
  'complici.md': 'accomplices',
  'eventi-correlati.md': 'related-events',
  'cloni.md': 'clones',
  'letture.md': 'reads',
  'popolazione.md': 'population',
  'revisione.md': 'review',
  ...Object.fromEntries(MODEL_CARDS.map((card) => [`${card}.md`, card])),
};

/** Where a link of the card `from` leads among the cards; null: to a document that is not in the browser. */
export function resolveCardLink(from: ModelCard, href: string): { card: ModelCard; anchor: string } | null {
  const [file = '', anchor = ''] = href.split('#');
  if (file === '') return { card: from, anchor };
  const card = FILES[file];
  return card === undefined ? null : { card, anchor };
}
