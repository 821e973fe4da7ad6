import { DecodeError, LIMITS } from './limits.ts';

export interface BodyPart {
  /** Of the content disposition; empty: none. */
  readonly name: string;
  readonly fileName: string;
  /** Content type as sent; empty: none. */
  readonly type: string;
  readonly encoding: string;
  readonly bytes: Uint8Array;
  /** The body ended before the boundary after this part. */
  readonly isCut: boolean;
}

const [CR, LF, DASH] = [0x0d, 0x0a, 0x2d];

/** Boundary of a content type or, when that has none, of the first line of the body; null: not multipart. */
export function findBoundary(contentType: string | null, body: Uint8Array): string | null {
  const declared = /boundary=(?:"([^"]{1,200})"|([^\s;,]{1,200}))/i.exec(contentType ?? '');
  const boundary = declared?.[1] ?? declared?.[2] ?? null;
  const head = String.fromCharCode(...body.subarray(0, 210));
  if (boundary !== null) {
    // Streams declare the boundary with the dashes that begin its lines.
    if (boundary.startsWith('--') && !head.includes(`--${boundary}`)) return boundary.slice(2);
    return boundary;
  }
  return /^(?:\r?\n){0,2}--([^\s"]{1,200})\r?\n[\w-]{1,40}:/.exec(head)?.[1] ?? null;
}

/**
 * Parts of a multipart body of any subtype; text before the first boundary and after the last one is left out.
 * @throws DecodeError
 */
export function splitParts(body: Uint8Array, boundary: string): readonly BodyPart[] {
  const mark = Uint8Array.from(`--${boundary}`, (character) => character.charCodeAt(0) & 0xff);
  const parts: BodyPart[] = [];
  let at = findMark(body, mark, 0);
  while (at >= 0) {
    const from = skipLineEnd(body, at + mark.length);
    if (from === null) break;
    const next = findMark(body, mark, from);
    const to = next < 0 ? body.length : beforeLineEnd(body, next);
    if (parts.length >= LIMITS.parts) throw new DecodeError('limit_exceeded', 'too many parts');
    parts.push(readPart(body.subarray(from, Math.max(from, to)), next < 0));
    at = next;
  }
  if (parts.length === 0) throw new DecodeError('body_unreadable', 'multipart without parts');
  return parts;
}

/** Where the boundary is at the beginning of a line; -1: nowhere. */
function findMark(body: Uint8Array, mark: Uint8Array, from: number): number {
  for (let at = body.indexOf(DASH, from); at >= 0; at = body.indexOf(DASH, at + 1)) {
    if (at > 0 && body[at - 1] !== LF) continue;
    let same = 1;
    while (same < mark.length && body[at + same] === mark[same]) same += 1;
    if (same === mark.length) return at;
  }
  return -1;
}

/** First byte after the line of a boundary; null: it was the closing one. */
function skipLineEnd(body: Uint8Array, at: number): number | null {
  if (body[at] === DASH && body[at + 1] === DASH) return null;
  const end = body.indexOf(LF, at);
  return end < 0 || end > at + 10 ? at : end + 1;
}

const beforeLineEnd = (body: Uint8Array, at: number): number =>
  body[at - 1] === LF ? at - (body[at - 2] === CR ? 2 : 1) : at;

function readPart(part: Uint8Array, isCut: boolean): BodyPart {
  const headerEnd = findHeaderEnd(part);
  const header = String.fromCharCode(...part.subarray(0, headerEnd.to));
  const line = (name: string): string =>
    new RegExp(`^${name}:[ \\t]*([^\\r\\n]{0,500})`, 'im').exec(header)?.[1]?.trim() ?? '';
  const disposition = line('content-disposition');
  const parameter = (name: string): string => {
    const found = new RegExp(`(?:^|[;\\s])${name}=(?:"([^"]{0,200})"|([^;\\s]{1,200}))`, 'i').exec(disposition);
    return found?.[1] ?? found?.[2] ?? '';
  };
  return {
    name: parameter('name'),
    fileName: parameter('filename'),
    type: line('content-type'),
    encoding: line('content-transfer-encoding').toLowerCase(),
    bytes: part.subarray(headerEnd.next),
    isCut,
  };
}

/** The empty line after the header; a part that begins with an empty line has no header. */
function findHeaderEnd(part: Uint8Array): { readonly to: number; readonly next: number } {
  let lineStart = 0;
  for (let end = part.indexOf(LF); end >= 0 && end <= LIMITS.partHeaderBytes; end = part.indexOf(LF, end + 1)) {
    const isEmpty = end === lineStart || (end === lineStart + 1 && part[lineStart] === CR);
    if (isEmpty) return { to: lineStart, next: end + 1 };
    lineStart = end + 1;
  }
  if (part.length > LIMITS.partHeaderBytes) throw new DecodeError('limit_exceeded', 'a part header is too long');
  return { to: part.length, next: part.length };
}
