// What other subjects use of prints.
export { parseReportLanguage } from './report-language.ts';
