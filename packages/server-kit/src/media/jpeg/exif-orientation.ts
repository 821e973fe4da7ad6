const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * Whether the EXIF data leave the orientation unchanged: value 1, or none. False also when they cannot be parsed
 * completely, so that the caller decodes the picture instead. @param tiff the bytes after the six bytes of the name
 */
export function isUpright(tiff: Uint8Array): boolean {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return false;
  const order = view.getUint16(0);
  const isLittle = order === 0x4949;
  if ((!isLittle && order !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return false;
  const from = view.getUint32(4, isLittle);
  if (from < 8 || from + 2 > tiff.length) return false;
  const count = view.getUint16(from, isLittle);
  if (from + 2 + count * 12 > tiff.length) return false;
  for (let at = from + 2; at < from + 2 + count * 12; at += 12) {
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const isOne = view.getUint16(at + 2, isLittle) === SHORT && view.getUint32(at + 4, isLittle) === 1;
    if (!isOne || view.getUint16(at + 8, isLittle) !== 1) return false;
  }
  return true;
}
