import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CameraMessage, CameraProfile, CameraResult, FamilyId } from '../camera-types.ts';

/** A body as a camera sends it, beside the file that says what is read from it. */
export interface Sample {
  readonly family: FamilyId;
  /** File name without ending. */
  readonly name: string;
  readonly message: CameraMessage;
  readonly profile: CameraProfile;
  readonly expected: unknown;
}
interface SampleFile {
  readonly contentType?: string;
  readonly query?: string;
  readonly fileName?: string;
  readonly profile?: Partial<CameraProfile>;
  /** Where the form is documented, or what it shows. */
  readonly note?: string;
  readonly result: unknown;
}

const folder = join(import.meta.dirname, '../families/samples');
const HEAD = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1],
  png: [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13],
};

/** The smallest bytes that pass for a picture; 120 of them. */
function createPicture(kind: keyof typeof HEAD): Buffer {
  return Buffer.from([...HEAD[kind], ...Array.from({ length: 106 }, (_, at) => (at * 7) % 251), 0xff, 0xd9]);
}

/** Replaces `{{jpeg}}`, `{{png}}` by pictures, `{{jpeg64}}` by one in base64, `{{stx}}`, `{{etx}}` by frame signs. */
function toBody(text: string, isMultipart: boolean): Buffer {
  const lines = isMultipart ? text.replaceAll('\n', '\r\n') : text.replace(/\n$/, '');
  const pieces = lines.split(/(\{\{[a-z\d]+\}\})/);
  return Buffer.concat(
    pieces.map((piece) => {
      if (piece === '{{jpeg}}') return createPicture('jpeg');
      if (piece === '{{png}}') return createPicture('png');
      if (piece === '{{jpeg64}}') return Buffer.from(createPicture('jpeg').toString('base64'));
      if (piece === '{{stx}}') return Buffer.from([2]);
      return piece === '{{etx}}' ? Buffer.from([3]) : Buffer.from(piece);
    }),
  );
}

/** All samples of all families, or of one. */
export function loadSamples(): readonly Sample[] {
  return readdirSync(folder).flatMap((family) =>
    readdirSync(join(folder, family))
      .filter((file) => file.endsWith('.body'))
      .map((file) => loadSample(family as FamilyId, file.slice(0, -'.body'.length))),
  );
}

function loadSample(family: FamilyId, name: string): Sample {
  const read = (ending: string): string => readFileSync(join(folder, family, name + ending), 'utf8');
  const file = JSON.parse(read('.json')) as SampleFile;
  const contentType = file.contentType ?? null;
  return {
    family,
    name,
    message: {
      contentType,
      body: toBody(read('.body'), contentType?.startsWith('multipart/') === true),
      fileName: file.fileName ?? null,
      query: file.query ?? '',
    },
    profile: { family: 'auto', timeZone: 'Europe/Rome', speedUnit: 'kmh', mapping: null, ...file.profile },
    expected: file.result,
  };
}

/** A result as samples state it: without empty fields, pictures by role and type, notes as texts. */
export function summarise(result: CameraResult): unknown {
  const notes =
    'notes' in result ? result.notes.map(({ code, field }) => (field === null ? code : `${code} ${field}`)) : [];
  if (result.kind === 'refused') return { kind: result.kind, family: result.family, reason: result.reason };
  if (result.kind === 'heartbeat') return { kind: result.kind, family: result.family };
  const reads = result.reads.map((read) => {
    const pictures = read.pictures.map(({ role, type }) => `${role} ${type}`);
    const fields = Object.entries({ ...read, pictures }).filter(([name, value]) => {
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      return name === 'plate' || !isEmpty;
    });
    return Object.fromEntries(fields);
  });
  return { kind: result.kind, family: result.family, reads, ...(notes.length > 0 && { notes }) };
}
