// What other subjects use of media.
export { chooseFile } from './picture-choice.ts';
export { readPicturesOfTransits } from './pictures.queries.ts';
export type { TransitPictures } from './pictures.queries.ts';
