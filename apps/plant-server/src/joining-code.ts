// Program that makes a joining code of a plant (ADR 0036) in the database of its environment: `varco plant joining-code`
// starts it. Arguments: hours, and the only portal that may use the code (empty: any). Prints one line of JSON.
import { startOrExplain } from '@varco/server-kit/process/start-or-explain.ts';
import { makeCodeFromEnvironment } from './features/joining/make-code-program.ts';

await startOrExplain('joining-code', async () => {
  const [hours = '', portal = ''] = process.argv.slice(2);
  const made = await makeCodeFromEnvironment(process.env['VARCO_DATABASE_URL'] ?? '', hours, portal);
  process.stdout.write(`${JSON.stringify(made)}\n`);
});
