import type { TransitReport } from '@varco/contract/plant/reports.ts';
import type { z } from 'zod';
import { sniffType } from '../api/read-body.ts';

type Report = z.infer<typeof TransitReport>;

const MAX_NAME_LENGTH = 100;

/**
 * The file of a report response (readings TA18). The plant is not trusted: the content must begin like a PDF, and the
 * name is reduced to letters, digits, dots and dashes.
 * @returns null when the content is no PDF
 */
export function toReportFile({
  data,
  fileName,
}: Pick<Report, 'data' | 'fileName'>): { name: string; content: Blob } | null {
  const bytes = decodeReport(data);
  if (bytes === null || sniffType(bytes) !== 'application/pdf') return null;
  return { name: sanitizeFileName(fileName), content: new Blob([bytes], { type: 'application/pdf' }) };
}

/** A safe file name without path, with the right extension. */
export function sanitizeFileName(name: string): string {
  const stem = name
    .replace(/\.pdf$/i, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MAX_NAME_LENGTH);
  return `${stem === '' ? 'transiti' : stem}.pdf`;
}

function decodeReport(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
