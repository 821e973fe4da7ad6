// What other subjects use of media.
export { chooseFile } from './picture-choice.ts';
export { picturesOfTransits } from './pictures.queries.ts';
export type { TransitPictures } from './pictures.queries.ts';
