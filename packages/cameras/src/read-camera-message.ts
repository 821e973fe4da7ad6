import type { CameraMessage, CameraNote, CameraProfile, CameraRead, CameraResult, FamilyId } from './camera-types.ts';
import { decodeMessage, type DecodedMessage } from './decode/decode-message.ts';
import { DecodeError, LIMITS } from './decode/limits.ts';
import { type Branch, isBranch, ITEMS } from './decode/tree.ts';
import { describeTrees, type DescribedField } from './engine/describe-fields.ts';
import { findEvents, flattenLists, holdsAny, type EventContext } from './engine/find.ts';
import { findEventContexts, splitPlates } from './engine/find-events.ts';
import { splitListed, splitNumbers, splitVehicles } from './engine/split-vehicles.ts';
import { describeMapping } from './engine/generic.ts';
import { readEvent } from './engine/read-event.ts';
import { readPartPictures } from './engine/read-pictures.ts';
import { FAMILIES } from './families.ts';
import type { FamilyDescription } from './family-description.ts';

const MAX_NOTES = 50;

/** Reads of one message. Never throws. */
export function readCameraMessage(message: CameraMessage, profile: CameraProfile): CameraResult {
  const declared = profile.family === 'auto' ? null : profile.family;
  if (message.body.length === 0 && message.query === '') {
    return { kind: 'refused', family: declared, reason: 'empty_body', detail: 'neither body nor query' };
  }
  if (message.body.length > LIMITS.bodyBytes) {
    const detail = `${message.body.length} bytes, at most ${LIMITS.bodyBytes}`;
    return { kind: 'refused', family: declared, reason: 'body_too_large', detail };
  }
  try {
    return readDecoded(decodeMessage(message), profile);
  } catch (error) {
    const isKnown = error instanceof DecodeError;
    return {
      kind: 'refused',
      family: declared,
      reason: isKnown ? error.reason : 'body_unreadable',
      detail: isKnown ? error.message : 'the body could not be decoded',
    };
  }
}

/**
 * Fields of the message as paths and values, at most 500 of 200 characters; empty when it cannot be decoded. Never
 * throws.
 */
export function describeFields(message: CameraMessage): readonly DescribedField[] {
  try {
    const decoded = decodeMessage(message);
    return describeTrees([...decoded.documents, ...decoded.aside]);
  } catch {
    return [];
  }
}

function readDecoded(message: DecodedMessage, profile: CameraProfile): CameraResult {
  const recognised = recogniseFamily(message);
  const inside = recognised === null ? openEnvelopes(message) : null;
  if (inside !== null) return readDecoded(inside, profile);
  const description = profile.family === 'auto' ? recognised : findDescription(profile.family);
  if (description === null) {
    return { kind: 'refused', family: null, reason: 'family_unknown', detail: 'no family has this form' };
  }
  if (description.id !== 'generic') return readAs(description, recognised, message, profile);
  if (profile.mapping === null || (profile.mapping.fields.plate ?? []).length === 0) {
    return { kind: 'refused', family: 'generic', reason: 'mapping_missing', detail: 'no path of a plate is mapped' };
  }
  return readAs(describeMapping(profile.mapping, description), null, message, profile);
}

/** A message of SOAP whose form no family has, without its envelope; null: it has none. */
function openEnvelopes(message: DecodedMessage): DecodedMessage | null {
  const bodies = message.documents.flatMap((document) => findEvents(document, 'Envelope.Body'));
  return bodies.length === 0 ? null : { ...message, documents: bodies };
}

const findDescription = (id: FamilyId): FamilyDescription | null => FAMILIES.find((one) => one.id === id) ?? null;

/** The documents of a message; a list at the top is a document for each of its entries. */
const contextsOf = (message: DecodedMessage): readonly EventContext[] =>
  message.documents
    .flatMap((document) => {
      const entries = document.fields.size === 1 ? (document.fields.get(ITEMS)?.values ?? []) : [];
      const branches = flattenLists(entries).filter((entry) => isBranch(entry));
      return branches.length > 0 ? branches : [document];
    })
    .map((document) => ({ event: document, document, aside: message.aside }));

/** For a mapping, whose paths begin where the trial shows them. */
const wholeContextsOf = (message: DecodedMessage): readonly EventContext[] =>
  message.documents.map((document) => ({ event: document, document, aside: message.aside }));

/** Whether a message is a picture whose name says what it shows, as the family names pictures. */
function isNamedPicture({ pictureAlone }: FamilyDescription, { documents, pictures, aside }: DecodedMessage): boolean {
  const [document] = documents;
  if (pictureAlone === undefined || document === undefined || pictures.length === 0) return false;
  if (documents.some(({ fields }) => fields.size > 0)) return false;
  return holdsAny({ event: document, document, aside }, pictureAlone.recognise);
}

/** The first family, in the order of the list, whose form one of the documents has. */
function recogniseFamily(message: DecodedMessage): FamilyDescription | null {
  const contexts = contextsOf(message).slice(0, 20);
  const has = (family: FamilyDescription): boolean =>
    isNamedPicture(family, message) || contexts.some((context) => holdsAny(context, family.recognise));
  return FAMILIES.find(has) ?? null;
}

function readAs(
  whole: FamilyDescription,
  recognised: FamilyDescription | null,
  message: DecodedMessage,
  profile: CameraProfile,
): CameraResult {
  const family = whole.id;
  const description = isNamedPicture(whole, message) ? { ...whole, ...whole.pictureAlone } : whole;
  const contexts = family === 'generic' ? wholeContextsOf(message) : contextsOf(message);
  const isOther = (context: EventContext): boolean => holdsAny(context, description.otherEvents ?? []);
  const found: NonNullable<ReturnType<typeof readEvent>>[] = [];
  for (const context of contexts.filter((one) => !isOther(one))) {
    for (const event of eventsOf(context, description)) {
      const read = found.length > LIMITS.reads ? null : readEvent(description, event, profile);
      if (read !== null) found.push(read);
    }
  }
  const isAlive = contexts.some((context) => holdsAny(context, description.heartbeat ?? []));
  if (isAlive && found.length === 0) return { kind: 'heartbeat', family, notes: [] };
  if (found.length === 0) {
    if (recognised !== null && recognised.id !== family) {
      return { kind: 'refused', family, reason: 'family_mismatch', detail: `this has the form of ${recognised.id}` };
    }
    return { kind: 'refused', family, reason: 'not_a_read', detail: 'no field for a plate' };
  }
  const kept = found.slice(0, LIMITS.reads);
  const notes: CameraNote[] = kept.flatMap((one) => one.notes);
  if (message.isRepaired) notes.push({ code: 'body_repaired', field: null });
  if (found.length > kept.length) notes.push({ code: 'reads_dropped', field: null });
  const reads = addPictures(
    kept.map((one) => one.read),
    description,
    message,
    notes,
  );
  return { kind: 'reads', family, reads, notes: distinct(notes) };
}

function eventsOf(context: EventContext, description: FamilyDescription): readonly EventContext[] {
  const { id, events, vehicles = [], plates = [], numbered, listed, plate } = description;
  const isMapped = id === 'generic';
  const inside = (one: EventContext, split: (event: Branch) => readonly Branch[]): readonly EventContext[] =>
    split(one.event).map((event) => (event === one.event ? one : { ...one, event }));
  for (const path of events) {
    const found = findEventContexts(context, path, isMapped)
      .flatMap((one) => inside(one, (event) => splitNumbers(event, numbered)))
      .flatMap((one) => inside(one, (event) => splitListed(event, listed, plate)));
    if (found.length === 0) continue;
    return found
      .flatMap((one) => inside(one, (event) => splitVehicles(event, vehicles)))
      .flatMap((one) => (isMapped ? splitPlates(one, plate.paths, 'each') : splitPlates(one, plates, 'one')))
      .slice(0, LIMITS.reads + 1)
      .map((one) => (isMapped ? one : { ...one, around: [] }));
  }
  return [];
}

/** Pictures sent as parts belong to the only read; of several reads they show the frame they were all read from. */
function addPictures(
  reads: readonly CameraRead[],
  description: FamilyDescription,
  message: DecodedMessage,
  notes: CameraNote[],
): readonly CameraRead[] {
  const { attached, pictures = [] } = description;
  const isPlate =
    attached !== undefined &&
    contextsOf(message).some((context) => holdsAny(context, [[{ path: attached.path, is: attached.plate }]]));
  const parts = readPartPictures(message, pictures, isPlate);
  for (const fault of message.pictureFaults) notes.push({ code: fault, field: null });
  const isAmbiguous = reads.length > 1 && parts.some(({ role }) => role === 'plate');
  if (isAmbiguous) notes.push({ code: 'pictures_ambiguous', field: null });
  const shared = reads.length > 1 ? parts.filter(({ role }) => role === 'context') : parts;
  const withParts = reads.map((read) => ({
    ...read,
    pictures: [...read.pictures, ...shared].slice(0, LIMITS.pictures),
  }));
  if (withParts.some((read) => read.pictures.length === 0)) notes.push({ code: 'picture_missing', field: null });
  return withParts;
}

function distinct(notes: readonly CameraNote[]): readonly CameraNote[] {
  const byText = new Map(notes.map((note) => [`${note.code} ${note.field}`, note]));
  return [...byText.values()].slice(0, MAX_NOTES);
}
