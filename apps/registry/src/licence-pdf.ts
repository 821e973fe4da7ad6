import { Buffer } from 'node:buffer';
import type { LookUpDocuments, LookUpRecord } from '@varco/contract/registry/look-up.ts';

/** Documents for a driving licence; null: the record has none. A plain one-page PDF without active content. */
export function buildLicenceDocuments(record: LookUpRecord): LookUpDocuments | null {
  const { licence, person } = record;
  if (licence === undefined) return null;
  const head = [
    'PATENTE DI GUIDA - DOCUMENTO INVENTATO, SENZA VALORE',
    '',
    `Titolare: ${person?.name ?? ''}`,
    `Numero: ${licence.number}`,
    `Categorie: ${licence.categories.join(' ')}`,
    `Rilasciata: ${licence.issued_on}   Scade: ${licence.expires_on}`,
  ];
  const rest = [
    '',
    `Codice fiscale: ${person?.tax_code ?? ''}`,
    `Nascita: ${person?.born ?? ''} ${person?.born_at ?? ''}`,
    `Saldo punti: ${licence.points}`,
    ...licence.qualifications.map((line) => `Abilitazione: ${line}`),
    ...licence.prescriptions.map((line) => `Prescrizione: ${line}`),
    ...licence.messages.map((line) => `Messaggio: ${line}`),
  ];
  return { preview: buildPdf(head), full: buildPdf([...head, ...rest]) };
}

/** Text lines as a one-page PDF, base64. */
function buildPdf(lines: readonly string[]): string {
  const text = lines.map((line) => `(${escapePdfText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 16 TL 48 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n `;
  });
  const start = Buffer.byteLength(body, 'latin1');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('\n')}\n`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1').toString('base64');
}

const escapePdfText = (line: string): string => line.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
