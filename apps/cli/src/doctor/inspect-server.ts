import type { Settings } from '../settings-file.ts';
import { findProgram, runProgram, type ServerProgram, type UserIds } from '../run-program.ts';

/** Cannot inspect; the message is the line that the program printed. */
export class InspectionFailed extends Error {
  override readonly name = 'InspectionFailed';
}

/** What the program of a server reports about its settings and its database, run as the user of the servers. */
export async function inspectServer(
  server: ServerProgram,
  settings: Settings,
  { env, user }: { readonly env: Readonly<Record<string, string | undefined>>; readonly user: UserIds | null },
): Promise<unknown> {
  const passed = { PATH: env['PATH'], TMPDIR: env['TMPDIR'], TZ: env['TZ'] };
  const { code, output, problem } = await runProgram(findProgram(server, 'inspect'), {
    env: { ...passed, ...settings },
    user,
  });
  if (code !== 0) throw new InspectionFailed(problem.replace(/^varco doctor: /, ''));
  return JSON.parse(output);
}
