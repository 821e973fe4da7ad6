// What other subjects use of prints.
export { INK, INNER_WIDTH, PAGE, PdfCanvas } from './pdf-canvas.ts';
export { parseReportLanguage } from './report-language.ts';
