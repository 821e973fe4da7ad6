import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT_URL = pathToFileURL(`${resolve(import.meta.dirname, '../../..')}/`).href;

/** Path of a file of the repository. */
export const repositoryPath = (file: string): string => fileURLToPath(new URL(file, ROOT_URL));
