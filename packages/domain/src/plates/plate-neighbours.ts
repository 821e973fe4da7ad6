/**
 * Pairs of characters that plate readers confuse, by shape. Wider than the classes of `foldPlate`: a pair here is only
 * a reason to ask whether the other plate exists, and never makes two plates equal.
 */
const CONFUSED_PAIRS: readonly string[] = [
  ...['0O', '0D', '0Q', 'OD', 'OQ', 'DQ', '8B', '83', '86', '80', '3B', '1I', '1L', '17', '1T', 'IL', 'IT'],
  ...['5S', '56', '2Z', '27', '6G', '69', '4A', 'CG', 'GO', 'EF', 'FP', 'PR', 'BR', 'HM', 'HN', 'MN', 'MW', 'NW'],
  ...['KX', 'VY', 'VW', 'UV', 'XY', '7T', '7Z', '9G', '39', '38', 'BE', 'JL', 'TY'],
  ...['06', '09', '14', '35', '49', '8S', '6S', 'AR', 'BD', 'BP', 'BS', 'CL', 'DP', 'EL', 'FT', 'GS', 'HK', 'HW'],
  ...['LT', 'SZ', 'VX'],
];

const PARTNERS: ReadonlyMap<string, string> = CONFUSED_PAIRS.reduce((map, pair) => {
  const [a = '', b = ''] = pair;
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const)
    if (!(map.get(from) ?? '').includes(to)) map.set(from, (map.get(from) ?? '') + to);
  return map;
}, new Map<string, string>());

/** Every plate that differs from this one by one character of a confused pair. Empty when a character is unread. */
export function listPlateNeighbours(plate: string): readonly string[] {
  if (plate.includes('?')) return [];
  return [...plate].flatMap((sign, at) =>
    [...(PARTNERS.get(sign) ?? '')].map((other) => plate.slice(0, at) + other + plate.slice(at + 1)),
  );
}

/** The position at which two plates differ, from 0; null: they are equal, or differ in more than one character. */
export function findDifferingPosition(a: string, b: string): number | null {
  if (a.length !== b.length) return null;
  const places = [...a].flatMap((sign, at) => (sign === b[at] ? [] : [at]));
  const [only = null] = places;
  return places.length === 1 ? only : null;
}

/** Forms of plates by nation code, as a camera sends it. Only nations whose series are simple enough to be certain. */
const FORMS: Readonly<Record<string, RegExp>> = {
  I: /^(?:[A-Z]{2}\d{3}[A-Z]{2}|[A-Z]{2}\d{5}|[A-Z]{2}\d{6}|[A-Z]{2}\d{5}[A-Z]|X[A-Z]\d{3}[A-Z]{2})$/,
  F: /^[A-Z]{2}\d{3}[A-Z]{2}$/,
  E: /^\d{4}[A-Z]{3}$/,
};

/** Whether a plate has a form of its nation; null: the nation is unknown here, or a character is unread. */
export function hasFormOfNation(plate: string, nation: string): boolean | null {
  const form = FORMS[nation];
  return form === undefined || plate.includes('?') ? null : form.test(plate);
}
