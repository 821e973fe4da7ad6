import { COLOURS, VEHICLE_CLASSES, type Colour, type VehicleClass } from '@varco/domain/code-lists.ts';
import type { CameraNote, CameraProfile, CameraRead, NoteCode } from '../camera-types.ts';
import type { CodeRule, ConfidenceRule, FamilyDescription, FieldRule, SpeedRule } from '../family-description.ts';
import { CLASS_WORDS, COLOUR_WORDS, DIRECTION_WORDS, STAGE_WORDS } from '../meaning/colours-and-classes.ts';
import { toNation } from '../meaning/nations.ts';
import { foldWord, isUnknownWord } from '../meaning/words.ts';
import { findFirstText, findFixedText, type EventContext } from './find.ts';

/** Longest texts of a read, as its contract has them. */
const TEXT_LENGTH = { externalId: 120, device: 120, brand: 60, model: 60, listHit: 80, violation: 120 } as const;

/** Reads the simple fields of one event; what is missing or odd is noted. */
export class FieldReader {
  readonly notes: CameraNote[] = [];
  readonly context: EventContext;
  private readonly profile: CameraProfile;

  constructor(context: EventContext, profile: CameraProfile) {
    this.context = context;
    this.profile = profile;
  }

  note(code: NoteCode, field: string | null): void {
    this.notes.push({ code, field });
  }

  /** The text of a rule; null: none, or a word for "not known". */
  readWord(rule: FieldRule | undefined): string | null {
    if (rule === undefined) return null;
    const text = findFirstText(this.context, rule.paths)?.trim() ?? '';
    if (text.length > 2_000 || isUnknownWord(text)) return null;
    return rule.nothing?.some((word) => isSameWord(word, text)) === true ? null : text;
  }

  readText(rule: FieldRule | undefined, field: keyof typeof TEXT_LENGTH): string | null {
    const text =
      this.readWord(rule)
        ?.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
        .trim() ?? '';
    return text === '' ? null : text.slice(0, TEXT_LENGTH[field]).trimEnd();
  }

  readDevice(rule: FamilyDescription['device']): string | null {
    const fixed = rule?.fixed === undefined ? '' : findFixedText(this.context, rule.fixed);
    return this.readText(rule, 'device') ?? (fixed === '' ? null : fixed.slice(0, TEXT_LENGTH.device));
  }

  readListHit(rule: FamilyDescription['listHit']): string | null {
    const text = this.readText(rule, 'listHit');
    const name = text === null ? null : (lookUp(rule?.names, text) ?? text);
    return name === '' ? null : name;
  }

  readNumber(rule: FieldRule | undefined): number | null {
    return toNumber(this.readWord(rule) ?? '');
  }

  private readCode(rule: CodeRule | undefined, field: string, words: ReadonlyMap<string, string>): string | null {
    const text = this.readWord(rule);
    if (text === null || text.length > 60) return null;
    const code = lookUp(rule?.codes, text) ?? words.get(foldWord(text)) ?? null;
    if (code === null) this.note('unknown_field_value', field);
    return code === '' ? null : code;
  }

  readColour(rule: CodeRule | undefined): Colour | null {
    const code = this.readCode(rule, 'colour', COLOUR_WORDS);
    return COLOURS.find((colour) => colour === code) ?? null;
  }

  readClass(rule: CodeRule | undefined): VehicleClass | null {
    const code = this.readCode(rule, 'vehicleClass', CLASS_WORDS);
    return VEHICLE_CLASSES.find((one) => one === code) ?? null;
  }

  readDirection(rules: FamilyDescription['direction']): CameraRead['direction'] {
    for (const rule of [rules ?? []].flat()) {
      const code = Number(this.readCode(rule, 'direction', DIRECTION_WORDS));
      const direction = ([1, 2, 3, 4] as const).find((one) => one === code);
      if (direction !== undefined) return direction;
    }
    return null;
  }

  readStage(rule: CodeRule | undefined): CameraRead['stage'] {
    const code = this.readCode(rule, 'stage', STAGE_WORDS);
    return (['new', 'update', 'lost'] as const).find((stage) => stage === code) ?? null;
  }

  readNation(rule: FamilyDescription['nation']): string | null {
    const text = this.readWord(rule);
    if (text === null || text.length > 60) return null;
    const nation = lookUp(rule?.codes, text) ?? toNation(text, rule?.signsFirst === true);
    if (nation === null) this.note('unknown_field_value', 'nation');
    return nation === '' ? null : nation;
  }

  readConfidence(rule: ConfidenceRule | undefined): number | null {
    const text = this.readWord(rule);
    if (rule === undefined || text === null) return null;
    const percent = toPercent(text, rule.scale);
    if (percent === null) this.note('confidence_out_of_range', 'confidence');
    // Of 255, what looks like 92 % would be 36 %.
    const isUnclear = rule.scale === 'percentOrByte' && percent !== null && percent > 0 && percent === toNumber(text);
    if (isUnclear) this.note('confidence_scale_unclear', 'confidence');
    return percent;
  }

  readSpeed(rule: SpeedRule | undefined): number | null {
    const text = this.readWord(rule);
    if (rule === undefined || text === null) return null;
    const stated = `${findFirstText(this.context, rule.unitPaths ?? [])?.slice(0, 20) ?? ''} ${text.slice(0, 40)}`;
    const unit = /mph|mi/i.test(stated) ? 'mph' : /k/i.test(stated) ? 'kmh' : rule.unit;
    const speed = toNumber(text.replace(/\s*(?:km\/?h|kph|mph|m\/s|mi\/h)$/i, ''));
    if (speed === null || speed < 0) return null;
    const factor = { kmh: 1, mph: 1.609344, ms: 3.6 }[unit === 'declared' ? this.profile.speedUnit : unit];
    return this.checkRange(Math.round(speed * factor), 0, 400, 'speedKmh');
  }

  readLane(rule: FamilyDescription['lane']): number | null {
    const text = this.readWord(rule) ?? '';
    // Many name their lanes: `Lane 2`, `corsia_2`.
    const lane = toNumber(/^\p{L}{1,20}[\s_-]?(\d{1,2})$/u.exec(text.trim())?.[1] ?? text);
    if (lane === null || lane < 0) return null;
    return this.checkRange(Math.trunc(lane) + (rule?.isFromZero === true ? 1 : 0), 0, 20, 'lane');
  }

  readPosition(rule: FamilyDescription['position']): CameraRead['position'] {
    if (rule === undefined) return null;
    const [lat, lon] = [this.readNumber({ paths: rule.lat }), this.readNumber({ paths: rule.lon })];
    // Zero and zero, or minus one twice, is what a camera without a position sends.
    if (lat === null || lon === null || (lat === lon && (lat === 0 || lat === -1))) return null;
    if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { lat, lon };
    this.note('number_out_of_range', 'position');
    return null;
  }

  readAdr(rule: FamilyDescription['adr']): Pick<CameraRead, 'adrKemler' | 'adrUn'> {
    const joined = /^(X?\d{2,3})\D{1,3}(\d{4})$/i.exec(this.readWord({ paths: rule?.joined ?? [] }) ?? '');
    const kemler = joined?.[1] ?? this.readWord({ paths: rule?.kemler ?? [] });
    const un = joined?.[2] ?? this.readWord({ paths: rule?.un ?? [] });
    return {
      adrKemler: kemler !== null && /^X?\d{2,3}$/i.test(kemler) ? kemler.toUpperCase() : null,
      adrUn: un !== null && /^\d{4}$/.test(un) ? un : null,
    };
  }

  private checkRange(value: number, least: number, most: number, field: string): number | null {
    if (value >= least && value <= most) return value;
    this.note('number_out_of_range', field);
    return null;
  }
}

/** Codes of a description are few and are not read by names of objects a message could choose. */
function lookUp(codes: Readonly<Record<string, string>> | undefined, text: string): string | undefined {
  if (codes === undefined) return undefined;
  return Object.entries(codes).find(([word]) => isSameWord(word, text))?.[1];
}

/** Numbers are compared with their sign: -1 is not 1. */
const isSameWord = (word: string, text: string): boolean =>
  foldWord(word) === foldWord(text) && /^-\d/.test(word.trim()) === /^-\d/.test(text.trim());

/** Decimal point or comma, or hexadecimal with 0x; null: no number. */
export function toNumber(text: string): number | null {
  const trimmed = text.trim();
  if (/^0x[\da-f]{1,12}$/i.test(trimmed)) return Number(trimmed);
  if (!/^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/.test(trimmed)) return null;
  return Number(trimmed.replace(',', '.'));
}

/** Percent with one decimal; null: no number or outside the scale. */
export function toPercent(text: string, scale: ConfidenceRule['scale']): number | null {
  const trimmed = text.replace(/\s*%$/, '');
  const number = toNumber(trimmed);
  if (number === null) return null;
  const isAuto = scale === 'auto' || scale === 'thousand' || scale === 'percentOrByte';
  const isFraction = number <= 1 && (scale === 'likelihood' || (isAuto && /[.,]/.test(trimmed)));
  const isPermille = scale === 'permille' || (scale === 'thousand' && number > 100);
  const isByte = scale === 'byte' || (scale === 'percentOrByte' && number > 100);
  const factor = scale === 'fraction' || isFraction ? 100 : isPermille ? 0.1 : isByte ? 100 / 255 : 1;
  const percent = Math.round(number * factor * 10) / 10;
  return percent >= 0 && percent <= 100 ? percent : null;
}
