import { createMemorySink, ZipWriter } from './zip/zip-writer.ts';

/** The data of a part as tables: CSV (RFC 4180, with semicolons as Italian spreadsheets expect) and XLSX. */

/** Maximum rows of an XLSX sheet, including its header. */
export const MAX_SHEET_ROWS = 1_048_576;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Prefixes a quote to text that a spreadsheet would interpret as a formula (security rules, part 10). */
function neutraliseFormula(text: string): string {
  // Fast path: nearly every cell starts with a letter or a digit, and formulas start with characters below them.
  if (text === '' || text.charCodeAt(0) > 64 || isDigit(text.charCodeAt(0))) return text;
  const isFormula = /^[=+\-@\t\r\n\0]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text);
  return isFormula ? `'${text}` : text;
}

export const formatCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (cell.includes('"') ? `"${neutraliseFormula(cell).replaceAll('"', '""')}"` : `"${neutraliseFormula(cell)}"`)).join(';')}\r\n`;

/** Bytes of the CSV, one page of rows at a time. */
export async function* generateCsv(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${formatCsvLine(head)}`, 'utf8');
  for await (const rows of pages) if (rows.length > 0) yield Buffer.from(rows.map(formatCsvLine).join(''), 'utf8');
}

/** Characters that XML 1.0 does not allow become spaces. */
const toXmlText = (text: string): string => (/^[\u0020-\u0025'-;=?-\u007e]*$/.test(text) ? text : escapeXmlText(text));

const escapeXmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\u0009\u000a\u000d\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const formatXmlRow = (cells: readonly string[]): string =>
  `<row>${cells.map((cell) => (cell === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${toXmlText(neutraliseFormula(cell))}</t></is></c>`)).join('')}</row>`;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const WORKBOOK = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Transiti" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const SHEETS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
const TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
const ROOT = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

async function* generateSheetXml(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${XML}<worksheet xmlns="${MAIN}"><sheetData>${formatXmlRow(head)}`, 'utf8');
  for await (const rows of pages) if (rows.length > 0) yield Buffer.from(rows.map(formatXmlRow).join(''), 'utf8');
  yield Buffer.from('</sheetData></worksheet>', 'utf8');
}

/** The sheet as an XLSX file, compressed in memory: 50 000 rows are about 6 MB. */
export async function buildXlsx(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): Promise<Buffer> {
  const sink = createMemorySink();
  const writer = new ZipWriter(sink, null, 'free');
  await writer.add('[Content_Types].xml', Buffer.from(TYPES), 'deflated');
  await writer.add('_rels/.rels', Buffer.from(ROOT), 'deflated');
  await writer.add('xl/workbook.xml', Buffer.from(WORKBOOK), 'deflated');
  await writer.add('xl/_rels/workbook.xml.rels', Buffer.from(SHEETS), 'deflated');
  await writer.addStream('xl/worksheets/sheet1.xml', generateSheetXml(head, pages));
  await writer.finish();
  return sink.bytes();
}
