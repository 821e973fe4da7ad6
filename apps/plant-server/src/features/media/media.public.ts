// What other subjects use of media.
export { chooseFile } from './picture-choice.ts';
export { readPicturesOfTransits } from './pictures.repository.ts';
export type { TransitPictures } from './pictures.repository.ts';
