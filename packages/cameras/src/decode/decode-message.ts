import type { CameraMessage } from '../camera-types.ts';
import { isForm, readForm } from './form.ts';
import { parseJson } from './json.ts';
import { DecodeError, LIMITS } from './limits.ts';
import { readLines } from './lines.ts';
import { findBoundary, splitParts, type BodyPart } from './multipart.ts';
import { detectPictureType, readPictureText, toPicture, type FoundPicture, type PictureFault } from './pictures.ts';
import { toText } from './text-of-bytes.ts';
import { TreeBuilder, type Branch } from './tree.ts';
import { parseXml } from './xml.ts';

export interface PicturePart {
  /** Name of the part and of its file, folded to letters and digits. */
  readonly names: readonly string[];
  readonly picture: FoundPicture;
}

/** A message in its neutral form. */
export interface DecodedMessage {
  /** Bodies that may each be an event; at least one. */
  readonly documents: readonly Branch[];
  /** What goes with all of them: fields of a multipart body, the query, the file name. */
  readonly aside: readonly Branch[];
  readonly pictures: readonly PicturePart[];
  readonly pictureFaults: readonly PictureFault[];
  readonly isRepaired: boolean;
}

interface Collected {
  readonly builder: TreeBuilder;
  readonly documents: Branch[];
  /** Simple fields of a multipart body. */
  readonly fields: Branch;
  readonly pictures: PicturePart[];
  readonly pictureFaults: PictureFault[];
  isRepaired: boolean;
}

/**
 * Decodes a body of any kind: the bytes decide, the content type only names charset and boundary.
 * @throws DecodeError
 */
export function decodeMessage(message: CameraMessage): DecodedMessage {
  if (message.body.length > LIMITS.bodyBytes) throw new DecodeError('limit_exceeded', 'body too large');
  const builder = new TreeBuilder();
  const into: Collected = {
    builder,
    documents: [],
    fields: builder.createBranch(),
    pictures: [],
    pictureFaults: [],
    isRepaired: false,
  };
  readBody(message, into);
  const aside = [into.fields, readQuery(message.query, builder), readFileName(message.fileName, builder)];
  return {
    documents: into.documents.length > 0 ? into.documents : [builder.createBranch()],
    aside: aside.filter((branch) => branch.fields.size > 0),
    pictures: into.pictures,
    pictureFaults: into.pictureFaults,
    isRepaired: into.isRepaired,
  };
}

function readBody({ body, contentType }: CameraMessage, into: Collected): void {
  if (body.length === 0) return;
  if (detectPictureType(body) !== null) {
    addPicture([], toPicture(body), into);
    return;
  }
  const boundary = findBoundary(contentType, body);
  if (boundary === null) {
    readStructured(toText(body, /charset="?([\w-]{1,20})/i.exec(contentType ?? '')?.[1] ?? null), into);
    return;
  }
  for (const part of splitParts(body, boundary)) readPart(part, into);
}

function readPart(part: BodyPart, into: Collected): void {
  const names = [part.name, part.fileName].map(foldPartName).filter((name) => name !== '');
  if (part.isCut) into.isRepaired = true;
  if (detectPictureType(part.bytes) !== null) {
    // What the connection lost of a picture cannot be told from its bytes.
    addPicture(names, part.isCut ? 'picture_invalid' : toPicture(part.bytes), into);
    return;
  }
  if (part.bytes.length === 0) {
    if (part.name !== '') into.builder.add(into.fields, part.name, '');
    return;
  }
  const text = toText(part.bytes, /charset="?([\w-]{1,20})/i.exec(part.type)?.[1] ?? null);
  if (/^image\//i.test(part.type) || part.encoding === 'base64') {
    addPicture(names, readPictureText(text), into);
    return;
  }
  const start = text.trimStart().charAt(0);
  if (part.name === '' || start === '{' || start === '[' || start === '<') readStructured(text, into);
  else {
    if (part.isCut) throw new DecodeError('body_truncated', 'the body ends inside a field');
    into.builder.add(into.fields, part.name, text.trim());
  }
}

/** A text by its first characters. Frames between STX and ETX are texts of their own. */
function readStructured(text: string, into: Collected): void {
  const frames = text.includes('\u0002') ? text.split(/[\u0002\u0003]/, LIMITS.documents + 1) : [text];
  if (frames.length > LIMITS.documents) throw new DecodeError('limit_exceeded', 'too many frames');
  for (const frame of frames) {
    const trimmed = frame.replace(/^[\uFEFF\s\0]+/, '').trimEnd();
    if (trimmed !== '') readFrame(trimmed, into);
  }
}

/** Lines such as `CamTime: 2026-05-12 08:15:30` before a JSON or XML body. */
const LEADING_FIELDS = /^(?:[A-Za-z][\w .-]{0,40}[:=][^\r\n{<]{0,200}(?:\r?\n[ \t]*){1,4}){1,12}(?=[{<])/;

function readFrame(text: string, into: Collected): void {
  const { builder } = into;
  const start = text.charAt(0);
  if (start === '{' || start === '[') return addDocuments(parseJson(text, builder), into);
  if (start === '<') return addDocuments(parseXml(text, builder), into);
  const lead = LEADING_FIELDS.exec(text)?.[0];
  if (lead !== undefined) {
    for (const [, name = '', value = ''] of lead.matchAll(/^\s*([^:=\r\n]+)[:=]([^\r\n]*)/gm))
      builder.add(into.fields, name.trim(), value.trim());
    return readFrame(text.slice(lead.length), into);
  }
  const data = /^([\w.[\]]{1,60}=[^;={}]{0,200};\s*){1,12}data=\s*(?=[{[])/.exec(text)?.[0];
  if (data !== undefined) {
    const parsed = parseJson(text.slice(data.length), builder);
    const [first] = parsed.documents;
    for (const pair of data.slice(0, -5).split(';')) {
      const [name = '', value = ''] = pair.trim().split('=', 2);
      if (name !== '' && name !== 'data' && first !== undefined) builder.add(first, `@${name}`, value);
    }
    return addDocuments(parsed, into);
  }
  const document = isForm(text) ? builder.createBranch() : readLines(text, builder);
  if (document.fields.size === 0) readForm(text, builder, document);
  openNestedBodies(document, into);
  into.documents.push(document);
}

/** A form field that is itself a JSON or XML body becomes a document. */
function openNestedBodies(form: Branch, into: Collected): void {
  for (const { values } of form.fields.values()) {
    for (const value of values) {
      if (typeof value !== 'string' || value.length < 2) continue;
      const trimmed = value.trimStart();
      try {
        if (/^(?:\{|\[\s*\{)/.test(trimmed)) addDocuments(parseJson(trimmed, into.builder), into);
        else if (trimmed.startsWith('<')) addDocuments(parseXml(trimmed, into.builder), into);
      } catch (error) {
        // The field only began like a body; it stays a text.
        if (!(error instanceof DecodeError) || error.reason === 'limit_exceeded') throw error;
      }
    }
  }
}

function addDocuments(
  parsed: { readonly documents: readonly Branch[]; readonly isRepaired: boolean },
  into: Collected,
): void {
  into.documents.push(...parsed.documents);
  if (into.documents.length > LIMITS.documents) throw new DecodeError('limit_exceeded', 'too many documents');
  if (parsed.isRepaired) into.isRepaired = true;
}

function addPicture(names: readonly string[], picture: FoundPicture | PictureFault, into: Collected): void {
  if (typeof picture === 'string') into.pictureFaults.push(picture);
  else if (into.pictures.length < LIMITS.pictures) into.pictures.push({ names, picture });
}

function readQuery(query: string, builder: TreeBuilder): Branch {
  const branch = builder.createBranch();
  readForm(query.slice(0, 16_384), builder, branch);
  return branch;
}

/** `file.name` and its pieces `file.1`, `file.2`: FTP cameras put plate and time there. */
function readFileName(fileName: string | null, builder: TreeBuilder): Branch {
  const branch = builder.createBranch();
  const name = fileName?.split(/[\\/]/).at(-1)?.slice(0, LIMITS.nameLength) ?? '';
  if (name === '') return branch;
  const file = builder.createBranch();
  builder.add(file, 'name', name);
  for (const [at, piece] of name
    .replace(/\.[A-Za-z]{1,5}$/, '')
    .split(/[_,;@#]+/)
    .entries()) {
    builder.add(file, String(at + 1), piece);
  }
  builder.add(branch, 'file', file);
  return branch;
}

/** Part names are compared by letters and digits, without the ending of a file. */
export const foldPartName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.(?:jpe?g|png)$/, '')
    .replaceAll(/[^\da-z]/g, '');
