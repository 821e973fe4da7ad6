import { basename, dirname, extname } from 'node:path';
import type { CameraMessage } from '@varco/cameras/camera-types.ts';

/** A file of a watched folder. */
export interface FolderFile {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly changedMs: number;
}

/** Pictures of a message may be uploaded after the file that describes it, or before. */
const DESCRIPTION_WAIT_MS = 2_000;
const PICTURE_WAIT_MS = 10_000;
const MAX_PICTURES = 6;
/** A document whose end is missing is taken after this time as it is. */
const INCOMPLETE_WAIT_MS = 30_000;

const isPicture = ({ name }: FolderFile): boolean => /\.(?:jpe?g|png)$/i.test(name);
const toStem = ({ path }: FolderFile): string => `${dirname(path)}/${basename(path, extname(path)).toLowerCase()}`;

/** True when the name of a picture is that of a description, or continues it. */
const continues = (picture: string, description: string): boolean =>
  picture.startsWith(description) && /^(?:[^a-z\d]|$)/.test(picture.slice(description.length));

/**
 * Groups files into messages: a file that describes a read with the pictures of its name, or a picture alone, whose own name
 * says plate and time. The oldest first. `all`: also the files that still grow; a group with one of them waits.
 */
export function groupFiles(
  settled: readonly FolderFile[],
  all: readonly FolderFile[],
  nowMs: number,
): readonly (readonly FolderFile[])[] {
  const isOlder = (file: FolderFile, ms: number): boolean => nowMs - file.changedMs >= ms;
  const settledPaths = new Set(settled.map(({ path }) => path));
  // Stems are made once: a folder may hold thousands of files.
  const pictures = all.filter(isPicture).map((file) => ({ file, stem: toStem(file) }));
  const taken = new Set<string>();
  const groups: (readonly FolderFile[])[] = [];
  // Longest names first, so that a picture goes to the description that it continues furthest.
  const descriptions = all.filter((file) => !isPicture(file)).toSorted((a, b) => b.name.length - a.name.length);
  for (const description of descriptions) {
    const stem = toStem(description);
    const own = pictures.filter((picture) => continues(picture.stem, stem) && !taken.has(picture.file.path));
    for (const { file } of own) taken.add(file.path);
    const group = [description, ...own.slice(0, MAX_PICTURES).map(({ file }) => file)];
    if (group.every((file) => settledPaths.has(file.path) && isOlder(file, DESCRIPTION_WAIT_MS))) groups.push(group);
  }
  for (const picture of settled.filter(isPicture))
    if (!taken.has(picture.path) && isOlder(picture, PICTURE_WAIT_MS)) groups.push([picture]);
  return groups.toSorted(([a], [b]) => (a?.changedMs ?? 0) - (b?.changedMs ?? 0));
}

/** Whether the first file of a group is whole: a document that has no end yet may still be uploaded, slowly. */
export function isWhole([first]: readonly FolderFile[], body: Uint8Array, nowMs: number): boolean {
  if (first === undefined || isPicture(first) || nowMs - first.changedMs >= INCOMPLETE_WAIT_MS) return true;
  const text = String.fromCharCode(...body.subarray(0, 40)).trimStart();
  if (!/^[<{[]/.test(text.replace(/^\u00ef\u00bb\u00bf/, ''))) return true;
  return /[>}\]]\s*\0*$/.test(String.fromCharCode(...body.subarray(-40)));
}

const BOUNDARY = 'varco-folder-message';

/** The message of a group: one file as it is, or several as parts that are named by what follows the common name. */
export function toFolderMessage(group: readonly FolderFile[], bodies: readonly Uint8Array[]): CameraMessage {
  const [first] = group;
  const [body = new Uint8Array()] = bodies;
  const fileName = first?.name ?? '';
  if (first === undefined || group.length < 2) return { contentType: null, body, fileName, query: '' };
  const stem = toStem(first);
  const pieces = group.flatMap((file, at) => {
    const rest = toStem(file)
      .slice(stem.length)
      .replaceAll(/[^a-z\d]+/g, '');
    const named = at === 0 ? '' : `; name="${rest || 'picture'}"; filename="${file.name.replaceAll(/["\r\n]/g, '')}"`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data${named}\r\n\r\n`;
    return [Buffer.from(head), bodies[at] ?? new Uint8Array(), Buffer.from('\r\n')];
  });
  const whole = Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: whole, fileName, query: '' };
}
