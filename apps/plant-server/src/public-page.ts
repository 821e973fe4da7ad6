// Program that makes the public page of a plant from the database of its environment: `varco public-page` starts it.
// Arguments: year (empty: this one) and language. Prints the files, in base64, as one line of JSON.
import { startOrExplain } from '@varco/server-kit/process/start-or-explain.ts';
import { makePublicPageFromEnvironment } from './features/public-page/public-page-program.ts';

await startOrExplain('public-page', async () => {
  const [year = '', language = ''] = process.argv.slice(2);
  const files = await makePublicPageFromEnvironment({
    url: process.env['VARCO_DATABASE_URL'] ?? '',
    dataDir: process.env['VARCO_DATA_DIR'] ?? '',
    year,
    language,
  });
  const encoded = [...files].map(([name, content]) => [name, content.toString('base64')]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(encoded))}\n`);
});
