/** Charset labels cameras declare; others are read as UTF-8. */
const KNOWN_CHARSET =
  /^(?:utf-?8|utf-?16(?:le|be)?|gbk|gb2312|gb18030|big5|euc-kr|iso-8859-\d{1,2}|windows-125\d|us-ascii)$/i;

/**
 * Text of a body: by its byte order mark, the declared charset, UTF-8, or Windows-1252 where UTF-8 does not fit.
 * @param charset from the content type or the XML declaration; null: none
 */
export function toText(bytes: Uint8Array, charset: string | null): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const declared = charset ?? declaredInXml(bytes);
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

function declaredInXml(bytes: Uint8Array): string | null {
  if (!bytes.subarray(0, 8).includes(0x3c)) return null;
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return /encoding=["']([\w-]{1,20})["']/.exec(head)?.[1] ?? null;
}
