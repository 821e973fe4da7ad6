// What other subjects use of prints.
export { languageOf } from './report-language.ts';
