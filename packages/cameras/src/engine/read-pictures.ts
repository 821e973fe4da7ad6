import type { CameraPicture, NoteCode } from '../camera-types.ts';
import type { DecodedMessage, PicturePart } from '../decode/decode-message.ts';
import { LIMITS } from '../decode/limits.ts';
import { MIN_PICTURE_TEXT, readPictureText } from '../decode/pictures.ts';
import type { PictureRule } from '../family-description.ts';
import { foldWord } from '../meaning/words.ts';
import { findEvents, findFirstText, type EventContext } from './find.ts';

/** Names of parts that show the plate only, where a description does not name them. */
const PLATE_PART = /plate|lpimage|lpcrop|cutout|crop|targa|patch/;

/** Pictures written into an event as texts. */
export function readTextPictures(
  context: EventContext,
  rules: readonly PictureRule[],
  note: (code: NoteCode, field: string) => void,
): readonly CameraPicture[] {
  const pictures: CameraPicture[] = [];
  for (const rule of rules) {
    const text = findPictureText(context, rule);
    if (text === null || pictures.length >= LIMITS.pictures) continue;
    const picture = readPictureText(text);
    if (typeof picture === 'string') note(picture, rule.role);
    else pictures.push({ role: rule.role, ...picture });
  }
  return pictures;
}

function findPictureText(context: EventContext, { paths = [], list }: PictureRule): string | null {
  for (const path of paths) {
    const text = findFirstText(context, [path]);
    if (text !== null && text.length >= MIN_PICTURE_TEXT) return text;
  }
  if (list === undefined) return null;
  for (const event of findEvents(context.event, list.each)) {
    const entry = { ...context, event };
    const kind = foldWord(findFirstText(entry, [list.kind])?.slice(0, 60) ?? '');
    const text = list.kinds.includes(kind) ? findFirstText(entry, [list.text]) : null;
    if (text !== null && text.length >= MIN_PICTURE_TEXT) return text;
  }
  return null;
}

/**
 * Pictures sent as parts, by their names; without a known name the role follows what the name says.
 * @param isPlate of the only picture, where its name says nothing: a field says that it shows the plate
 */
export function readPartPictures(
  message: DecodedMessage,
  rules: readonly PictureRule[],
  isPlate: boolean,
): readonly CameraPicture[] {
  const unnamed = isPlate && message.pictures.length === 1 ? 'plate' : 'context';
  return message.pictures.map(({ names, picture }) => ({ role: findRole(names, rules) ?? unnamed, ...picture }));
}

/** Some begin the name of a picture with its time. */
const LEADING_TIME = /^\d{8,}/;

function findRole(names: PicturePart['names'], rules: readonly PictureRule[]): CameraPicture['role'] | null {
  const plain = names.map((name) => name.replace(LEADING_TIME, ''));
  const named = rules.find(({ parts = [] }) => parts.some((part) => plain.some((name) => name.startsWith(part))));
  if (named !== undefined) return named.role;
  return plain.some((name) => PLATE_PART.test(name)) ? 'plate' : null;
}
