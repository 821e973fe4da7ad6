/** A file to download. */
export interface DownloadedFile {
  readonly name: string;
  readonly type: string;
}

const DEFAULT_MEDIA_TYPE = 'application/zip';
const EXTENSIONS: Readonly<Record<string, string>> = { 'text/csv': 'csv', [DEFAULT_MEDIA_TYPE]: 'zip' };

/** Decodes percent encoding; malformed text is returned unchanged. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * File name and type of an exported file (PLAPI-44): name from content-disposition, type from content-type, zip if
 * absent. Path separators and control characters are removed from the name.
 */
export function toDownloadedFile(headers: Headers, stem: string): DownloadedFile {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const known = type === '' ? DEFAULT_MEDIA_TYPE : type;
  const disposition = headers.get('content-disposition') ?? '';
  const wide = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition);
  const input = wide === undefined ? (plain?.[1] ?? plain?.[2] ?? '') : safeDecode(wide);
  const name = (input.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\u0000-\u001f\u007f<>:"|?*]/g, '').trim();
  return { name: name === '' || /^\.+$/.test(name) ? `${stem}.${EXTENSIONS[known] ?? 'zip'}` : name, type: known };
}
