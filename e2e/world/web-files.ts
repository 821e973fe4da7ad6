import fs from 'node:fs';
import path from 'node:path';

const DIST = path.resolve(import.meta.dirname, '../../apps/portal-web/dist');
const DOCUMENT = path.join(DIST, 'index.html');

/** The portal lists its files anew when the document is younger than its list. */
const touchDocument = (): void => fs.utimesSync(DOCUMENT, new Date(), new Date());

/**
 * Takes a piece of the web app's code away, as happens to somebody whose page is older than what the portal serves now. Returns what puts it
 * back. @throws when there is no such piece
 */
export function takeCodeAway(name: string): () => void {
  const folder = path.join(DIST, 'assets');
  const file = fs.readdirSync(folder).find((one) => one.startsWith(`${name}-`) && one.endsWith('.js'));
  if (file === undefined) throw new Error(`No code named ${name} is served.`);
  const [there, away] = [path.join(folder, file), path.join(folder, `${file}.away`)];
  fs.renameSync(there, away);
  touchDocument();
  return () => {
    if (!fs.existsSync(away)) return;
    fs.renameSync(away, there);
    touchDocument();
  };
}
