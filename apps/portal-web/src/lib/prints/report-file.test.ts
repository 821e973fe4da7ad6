import { expect, it } from 'vitest';
import { toReportFile, sanitizeFileName } from './report-file.ts';

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

it('SEL-07 the file is what the plant sent, under the name it gave', async () => {
  const file = toReportFile({ data: base64('%PDF-1.7 invented'), fileName: 'transito_CES_2026.pdf' });
  expect(file?.name).toBe('transito_CES_2026.pdf');
  expect(file?.content.type).toBe('application/pdf');
  expect(await file?.content.text()).toBe('%PDF-1.7 invented');
});

it.each([
  ['markup', base64('<html><script>alert(1)</script></html>')],
  ['a program', base64('MZ\u0090\u0000')],
  ['no base64', '%%%'],
  ['nothing', ''],
])('a plant that sends %s for a PDF gets nothing saved', (_what, data) => {
  expect(toReportFile({ data, fileName: 'transiti.pdf' })).toBeNull();
});

it.each([
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['..\\..\\avvio.exe', 'avvio.exe.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['rapporto\u202Efdp.exe', 'rapporto-fdp.exe.pdf'],
  ['targa "GK508RB".PDF', 'targa-GK508RB-.pdf'],
  ['', 'transiti.pdf'],
  ['a'.repeat(300), `${'a'.repeat(100)}.pdf`],
])('a name that is more than a name is made one: %s', (input, expected) => {
  expect(sanitizeFileName(input)).toBe(expected);
});
