import type { it } from '../it/messages.ts';
import type { Texts } from '../message-types.ts';
import { cli } from './cli.ts';
import { mail } from './mail.ts';
import { print } from './print.ts';
import { screens } from './screens.ts';

/** Every namespace, one file each, with exactly the keys of the Italian source. */
export const en: Texts<typeof it> = { ...screens, cli, mail, print };
