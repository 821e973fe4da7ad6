/** Charset labels cameras declare; others are read as UTF-8. */
const KNOWN_CHARSET =
  /^(?:utf-?8|utf-?16(?:le|be)?|gbk|gb2312|gb18030|big5|euc-kr|iso-8859-\d{1,2}|windows-125\d|us-ascii)$/i;

/**
 * Text of a body: by its byte order mark, zeros between its signs (UTF-16 that says nothing of itself), the declared charset, UTF-8, or Windows-1252 where UTF-8 does not fit.
 * @param charset from the content type or the XML declaration; null: none
 */
export function toText(bytes: Uint8Array, charset: string | null): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const wide = findWideCharset(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // The mark of UTF-8 counts more than a name that contradicts it.
  const declared = isMarked ? null : (charset ?? declaredInXml(bytes));
  if (declared !== null && KNOWN_CHARSET.test(declared) && !/^(?:utf-?8|us-ascii)$/i.test(declared)) {
    const text = new TextDecoder(declared).decode(bytes);
    // A declared UTF-16 that is none would turn ASCII into other signs.
    if (!/^utf-?16/i.test(declared) || text.includes('<') || text.includes('{')) return text;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16 without a mark: every other byte of its first signs is zero. Null: it is none. */
function findWideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 8 || bytes.length % 2 === 1) return null;
  const isZero = (offset: number): boolean => [0, 2, 4, 6].every((at) => bytes[at + offset] === 0);
  const isFilled = (offset: number): boolean => [0, 2, 4, 6].every((at) => bytes[at + offset] !== 0);
  if (isFilled(0) && isZero(1)) return 'utf-16le';
  return isZero(0) && isFilled(1) ? 'utf-16be' : null;
}

function declaredInXml(bytes: Uint8Array): string | null {
  if (!bytes.subarray(0, 8).includes(0x3c)) return null;
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return /encoding=["']([\w-]{1,20})["']/.exec(head)?.[1] ?? null;
}
