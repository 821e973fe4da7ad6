/** What a plate looks like, decided from the text and the nation alone. The drawing itself is in `PlateBadge`. */
export type PlateFace = {
  /** Groups of characters with a narrow gap between them; joined they are the plate. */
  readonly groups: readonly string[];
  readonly ground: 'white' | 'yellowNl' | 'yellowGb' | 'hatched';
  readonly ink: 'plain' | 'diplomatic' | 'neutral';
  /** Blue bands, and the Swiss shield that stands in their place. */
  readonly left: 'blue' | 'shield' | 'none';
  readonly right: 'blueRing' | 'blue' | 'none';
  /** Country code written on the left band. */
  readonly code: string;
  readonly reading: 'certain' | 'uncertain' | 'redacted' | 'unknownNation';
};

const ITALIAN_CAR = /^([A-Z]{2})(\d{3})([A-Z]{2})$/;
/** CD, CC and UN series: letters, four figures, and the letters of the mission where there are some. */
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

/** Groups as the writer gave them (`M KR 4821`); without blanks the nation's own pattern says where the gaps are. */
function groupsOf(plate: string, nation: string): readonly string[] {
  const given = plate.split(/[\s-]+/).filter((group) => group !== '');
  if (given.length > 1) return given;
  if (nation === 'I') return splitGroups(plate, ITALIAN_CAR, ITALIAN_DIPLOMATIC, ITALIAN_MOPED);
  if (nation === 'F') return splitGroups(plate, FRENCH);
  return [plate];
}

function hatched(plate: string, reading: PlateFace['reading']): PlateFace {
  const groups = plate.split(/[\s-]+/).filter((group) => group !== '');
  return { groups, ground: 'hatched', ink: 'neutral', left: 'none', right: 'none', code: '', reading };
}

/**
 * @param plate text of the plate, blanks allowed; `**` is a redacted one, `?` a character the engine doubts.
 * @param nation international vehicle registration code; null, empty, `?` or anything else that is no code: unknown.
 * A flag is never guessed: without a certain nation the ground is hatched (design 6).
 */
export function plateFace(plate: string, nation: string | null, isRear = false): PlateFace {
  const bare = plate.replace(/[\s-]+/g, '');
  if (bare === '**') return hatched('**', 'redacted');
  if (bare.includes('?')) return hatched(plate, 'uncertain');
  if (nation === null || !KNOWN_NATION.test(nation)) return hatched(plate, 'unknownNation');
  const groups = groupsOf(plate, nation);
  const base = { groups, ground: 'white', ink: 'plain', right: 'none', code: nation, reading: 'certain' } as const;
  switch (nation) {
    case 'I':
      return {
        ...base,
        left: 'blue',
        // Mopeds, motorcycles and everything else that does not read AA000AA carry no band on the right.
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

/** The plate as it is copied and searched: no gaps. */
export function plainPlate(plate: string): string {
  return plate.replace(/[\s-]+/g, '');
}

/** The plate letter by letter, so that a screen reader spells it and does not read a word. */
export function spelledPlate(plate: string): string {
  return [...plainPlate(plate)].join(' ');
}
