import type { z } from 'zod';
import { startOrExplain, StartError } from './start-or-explain.ts';

const MAX_INPUT_CHARACTERS = 2_000_000;

/**
 * The whole program that sets a server up: one JSON text on standard input, one line of JSON on standard output, or one
 * line on standard error that says what is wrong.
 */
export async function runSetUpProgram<S extends z.ZodType>(
  command: string,
  schema: S,
  setUp: (input: z.output<S>) => Promise<object>,
): Promise<void> {
  await startOrExplain(command, async () => {
    let text = '';
    for await (const chunk of process.stdin) {
      text += String(chunk);
      if (text.length > MAX_INPUT_CHARACTERS) throw new StartError('The answers are too long.');
    }
    const parsed = schema.safeParse(JSON.parse(text));
    if (!parsed.success)
      throw new StartError('The answers do not have the form of this program: is it another version?');
    process.stdout.write(`${JSON.stringify(await setUp(parsed.data))}\n`);
  });
}
