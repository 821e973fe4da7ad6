import { isNoPlate } from '@varco/domain/plates/no-plate.ts';
import type { CameraNote, CameraProfile, CameraRead } from '../camera-types.ts';
import type { CandidateRule, FamilyDescription, TimeRule } from '../family-description.ts';
import { parseCameraTime, toOffsetMs } from '../meaning/camera-time.ts';
import { toNation } from '../meaning/nations.ts';
import { FieldReader, toPercent } from './field-readers.ts';
import { findEvents, findFirstText, findFixedText, holdsAny, type EventContext } from './find.ts';
import { readTextPictures } from './read-pictures.ts';

/** Longest plate as sent, before it is normalised. */
const PLATE_LENGTH = 64;
const MAX_CANDIDATES = 10;

/** The read of one event; null: the event has no field for a plate, so it is none. */
export function readEvent(
  description: FamilyDescription,
  context: EventContext,
  profile: CameraProfile,
): { readonly read: CameraRead; readonly notes: readonly CameraNote[] } | null {
  // What is around an event is shared by its neighbours, and no plate is.
  const found = findPlate(description, { ...context, around: [] });
  if (found === null) return null;
  const { plate: sent, nation } = separateNation(found, description, context);
  const fields = new FieldReader(context, profile);
  const read: CameraRead = {
    plate: readPlate(sent, description, fields),
    ...readTime(description.time, fields, profile),
    externalId: fields.readText(description.externalId, 'externalId'),
    stage: fields.readStage(description.stage) ?? (isTrack(description, context) ? 'update' : null),
    device: fields.readDevice(description.device),
    confidence: fields.readConfidence(description.confidence),
    candidates: description.candidates === undefined ? [] : readCandidates(description.candidates, context),
    nation: fields.readNation(description.nation) ?? nation,
    direction: fields.readDirection(description.direction),
    lane: fields.readLane(description.lane),
    speedKmh: fields.readSpeed(description.speed),
    colour: fields.readColour(description.colour),
    brand: fields.readText(description.brand, 'brand'),
    model: fields.readText(description.model, 'model'),
    vehicleClass: fields.readClass(description.vehicleClass),
    ...fields.readAdr(description.adr),
    position: fields.readPosition(description.position),
    listHit: fields.readListHit(description.listHit),
    violation: fields.readText(description.violation, 'violation'),
    pictures: readTextPictures(context, description.pictures ?? [], (code, field) => fields.note(code, field)),
  };
  return { read, notes: fields.notes };
}

const isTrack = ({ isTrack: rule = [] }: FamilyDescription, context: EventContext): boolean =>
  rule === true || holdsAny(context, rule);

/** The plate as sent, empty without one; null: this is no read. */
function findPlate({ plate, only }: FamilyDescription, context: EventContext): string | null {
  if (only !== undefined && !holdsAny(context, only)) return null;
  const fixed = plate.fixed === undefined ? '' : findFixedText(context, plate.fixed);
  const sent = findFirstText(context, plate.paths) ?? (fixed === '' ? null : fixed);
  if (sent === '' && plate.isOnlyWithPlate === true) return null;
  return sent ?? (holdsAny(context, plate.absentIn ?? []) ? '' : null);
}

/** A plate and the nation that some fields write behind it, as `AB123CD-ITA`. */
function separateNation(
  sent: string,
  { plate: { withNation = [] } }: FamilyDescription,
  context: EventContext,
): { readonly plate: string; readonly nation: string | null } {
  const [, plate, code = ''] = /^(.{2,20})-([A-Z]{3})$/.exec(sent.trim()) ?? [];
  const nation = plate === undefined ? null : toNation(code, false);
  if (plate === undefined || nation === null || findFirstText(context, withNation) !== sent)
    return { plate: sent, nation: null };
  return { plate, nation };
}

function readPlate(sent: string, { plate }: FamilyDescription, fields: FieldReader): string | null {
  const text = sent.slice(0, 4_096).trim();
  if (text.length > PLATE_LENGTH) {
    fields.note('plate_too_long', 'plate');
    return null;
  }
  if (!isNoPlate(text, plate.noPlate)) return text;
  fields.note('plate_missing', 'plate');
  return null;
}

function readTime(
  rule: TimeRule,
  fields: FieldReader,
  { timeZone }: CameraProfile,
): Pick<CameraRead, 'at' | 'timeSource'> {
  const texts = findTimes(rule, fields.context);
  const offset = toOffsetMs(findFirstText(fields.context, rule.offset ?? [])?.slice(0, 40) ?? '');
  for (const { text, isUtc } of texts) {
    const time = parseCameraTime(text, isUtc ? 0 : (offset ?? timeZone), rule.order ?? null);
    if (time === null) continue;
    if (time.note !== null) fields.note(time.note, 'at');
    return { at: time.at, timeSource: time.source };
  }
  fields.note(texts.length === 0 ? 'time_missing' : 'time_unreadable', 'at');
  return { at: null, timeSource: 'none' };
}

/** A field that says by its name that it is UTC, such as `TimestampUtc`. */
const UTC_NAME = /utc(?:_?time)?$/i;

interface SentTime {
  readonly text: string;
  /** UTC where the text itself states no offset. */
  readonly isUtc: boolean;
}

/** Times of the event in the order of the rule. */
function findTimes(rule: TimeRule, context: EventContext): readonly SentTime[] {
  const texts: SentTime[] = [];
  for (const [datePath, timePath, zone] of rule.joined ?? []) {
    const [date, time] = [findFirstText(context, [datePath]), findFirstText(context, [timePath])];
    if (date !== null && date !== '' && time !== null && time !== '')
      texts.push({ text: `${date} ${time}`, isUtc: zone === 'utc' || rule.isUtc === true });
  }
  for (const path of rule.paths) {
    const text = (findFirstText(context, [path]) ?? '').slice(0, 200).trim();
    if (text !== '') texts.push({ text, isUtc: rule.isUtc === true || UTC_NAME.test(path) });
  }
  const pieces = joinPieces(rule.pieces ?? [], context);
  if (pieces !== null) texts.push({ text: pieces, isUtc: rule.isUtc === true });
  const fixed = rule.fixed === undefined ? '' : findFixedText(context, rule.fixed);
  return fixed === '' ? texts : [...texts, { text: fixed, isUtc: rule.isUtc === true }];
}

/** A time whose pieces are fields of their own; null: one of them is no number, but for second and fraction. */
function joinPieces(rules: readonly (readonly string[])[], context: EventContext): string | null {
  const found = rules.map((paths) => findFirstText(context, paths)?.trim() ?? '');
  const numbers = found.map((text) => (/^\d{1,4}$/.test(text) ? text.padStart(2, '0') : null));
  const [year, month, day, hour, minute, second = null] = numbers;
  if (year?.length !== 4 || month == null || day == null || hour == null || minute == null) return null;
  const fraction = /^\d{1,3}$/.test(found[6] ?? '') ? (found[6] ?? '').padStart(3, '0') : '0';
  return `${year}-${month}-${day} ${hour}:${minute}:${second ?? '00'}.${fraction}`;
}

function readCandidates(rule: CandidateRule, { event, aside, document }: EventContext): CameraRead['candidates'] {
  return findEvents(event, rule.each)
    .slice(0, MAX_CANDIDATES)
    .flatMap((candidate) => {
      const context = { event: candidate, document, aside };
      const plate = findFirstText(context, [rule.plate])?.trim() ?? '';
      if (plate.length > PLATE_LENGTH || isNoPlate(plate)) return [];
      const confidence = rule.confidence === undefined ? null : findFirstText(context, [rule.confidence]);
      return [{ plate, confidence: toPercent(confidence ?? '', rule.scale ?? 'auto') }];
    });
}
