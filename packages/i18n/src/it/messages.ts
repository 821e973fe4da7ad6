import { cli } from './cli.ts';
import { mail } from './mail.ts';
import { print } from './print.ts';
import { screens } from './screens.ts';

/** Every namespace, one file each. Italian is the source: `en/messages.ts` must have exactly these keys. */
export const it = { ...screens, cli, mail, print };
