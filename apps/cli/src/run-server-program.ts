import { type CommandContext, type CommandOption, EXIT, type ExitCode, type OptionValues } from './command.ts';
import { findServer } from './find-server.ts';
import { findProgram, type ProgramName, runProgram } from './run-program.ts';

/** Options of a command about a server of this machine. */
export const SERVER_OPTIONS = {
  settings: { text: 'setup:option.settings', value: 'DIR' },
  lang: { text: 'setup:option.lang', value: 'it|en' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** Options and context of the command that runs. */
export interface ServerCall {
  readonly options: OptionValues;
  readonly context: CommandContext;
}

export type ServerOutput =
  | { readonly output: string; readonly code: 0 }
  | { readonly output: null; readonly code: ExitCode };

/**
 * Runs a program of a server of this machine with the settings of that server, as its user.
 * @param slug `portal`, `plant-borgo`
 * @returns what it prints; null: it could not, and the reason was printed
 */
export async function runServerProgram(
  slug: string,
  { name, ...given }: { readonly name: ProgramName; readonly args?: readonly string[]; readonly input?: string },
  { options, context }: ServerCall,
): Promise<ServerOutput> {
  const { t, warn, env } = context;
  const server = await findServer(slug, options, context);
  if (server === null) return { output: null, code: EXIT.couldNot };
  const { settings, settingsFile, user } = server;
  if (settings === null) {
    warn(t('backup:noSettings', { file: settingsFile }));
    return { output: null, code: EXIT.couldNot };
  }
  const passed = { PATH: env['PATH'], TMPDIR: env['TMPDIR'], TZ: env['TZ'] };
  const program = findProgram(slug === 'portal' ? 'portal-server' : 'plant-server', name);
  const { code, output, problem } = await runProgram(program, { ...given, env: { ...passed, ...settings }, user });
  if (code === 0) return { output, code: EXIT.ok };
  warn(t('cli:programFailed', { reason: problem.replace(/^varco [a-z-]+: /, '') || '-' }));
  return { output: null, code: EXIT.failed };
}
