/** Scores and rules that have a model card in `docs/models`, by their name in addresses. */
export const MODEL_CARDS = [
  'suspects',
  'accomplices',
  'related-events',
  'clones',
  'reads',
  'population',
  'review',
] as const;

export type ModelCard = (typeof MODEL_CARDS)[number];

export const isModelCard = (value: unknown): value is ModelCard => MODEL_CARDS.some((card) => card === value);
