/** Appearance of a plate, derived from its text and nation. The drawing is in `PlateBadge`. */
export type PlateFace = {
  /** Groups of characters with a narrow gap between them; joined they are the plate. */
  readonly groups: readonly string[];
  readonly ground: 'white' | 'yellowNl' | 'yellowGb' | 'hatched';
  readonly ink: 'plain' | 'diplomatic' | 'neutral';
  /** Blue bands, or the Swiss shield instead of them. */
  readonly left: 'blue' | 'shield' | 'none';
  readonly right: 'blueRing' | 'blue' | 'none';
  /** Country code written on the left band. */
  readonly code: string;
  readonly reading: 'certain' | 'uncertain' | 'redacted' | 'unknownNation' | 'unread';
};

const ITALIAN_CAR = /^([A-Z]{2})(\d{3})([A-Z]{2})$/;
/** CD, CC and UN series: letters, four digits, and optional letters of the mission. */
const ITALIAN_DIPLOMATIC = /^(CD|CC|UN)(\d{4})([A-Z]{0,2})$/;
const ITALIAN_MOPED = /^(X[0-9A-Z])([0-9A-Z]{4})$/;
const FRENCH = /^([A-Z]{2})(\d{3})([A-Z]{2})$/;
const KNOWN_NATION = /^[A-Z]{1,3}$/;

function splitGroups(plate: string, ...patterns: readonly RegExp[]): readonly string[] {
  for (const pattern of patterns) {
    const match = pattern.exec(plate);
    if (match !== null) return match.slice(1).filter((group) => group !== '');
  }
  return [plate];
}

/** Splits a plate into groups: at its spaces (`M KR 4821`), else by the pattern of its nation. */
function splitPlate(plate: string, nation: string): readonly string[] {
  const input = plate.split(/[\s-]+/).filter((group) => group !== '');
  if (input.length > 1) return input;
  if (nation === 'I') return splitGroups(plate, ITALIAN_CAR, ITALIAN_DIPLOMATIC, ITALIAN_MOPED);
  if (nation === 'F') return splitGroups(plate, FRENCH);
  return [plate];
}

function buildHatchedFace(plate: string, reading: PlateFace['reading']): PlateFace {
  const groups = plate.split(/[\s-]+/).filter((group) => group !== '');
  return { groups, ground: 'hatched', ink: 'neutral', left: 'none', right: 'none', code: '', reading };
}

/**
 * Determines the appearance of a plate.
 * @param plate text of the plate, spaces allowed; `**` is a redacted one, `?` a doubtful character, empty one not read.
 * @param nation international vehicle registration code; null, empty, `?` or anything else that is no code: unknown. A
 * flag is never guessed: without a certain nation the background is hatched (design 6).
 */
export function getPlateFace(plate: string, nation: string | null, isRear = false): PlateFace {
  const bare = plate.replace(/[\s-]+/g, '');
  if (bare === '') return buildHatchedFace('', 'unread');
  if (bare === '**') return buildHatchedFace('**', 'redacted');
  if (bare.includes('?')) return buildHatchedFace(plate, 'uncertain');
  if (nation === null || !KNOWN_NATION.test(nation)) return buildHatchedFace(plate, 'unknownNation');
  const groups = splitPlate(plate, nation);
  const base = { groups, ground: 'white', ink: 'plain', right: 'none', code: nation, reading: 'certain' } as const;
  switch (nation) {
    case 'I':
      return {
        ...base,
        left: 'blue',
        // Mopeds, motorcycles and all other formats than AA000AA have no band on the right.
        right: ITALIAN_CAR.test(bare) ? 'blueRing' : 'none',
        ink: ITALIAN_DIPLOMATIC.test(bare) ? 'diplomatic' : 'plain',
      };
    case 'F':
      return { ...base, left: 'blue', right: 'blue' };
    case 'CH':
      return { ...base, left: 'shield' };
    case 'NL':
      return { ...base, left: 'blue', ground: 'yellowNl' };
    case 'GB':
      return { ...base, left: 'blue', ground: isRear ? 'yellowGb' : 'white' };
    default:
      return { ...base, left: 'blue' };
  }
}

/** The plate without gaps, as copied and searched. */
export function removePlateGaps(plate: string): string {
  return plate.replace(/[\s-]+/g, '');
}

/** The plate letter by letter, so that a screen reader spells it. */
export function spellPlate(plate: string): string {
  return [...removePlateGaps(plate)].join(' ');
}
