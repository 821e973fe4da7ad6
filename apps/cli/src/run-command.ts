import { parseArgs } from 'node:util';
import { type Command, type CommandContext, EXIT, type ExitCode } from './command.ts';

/** Finds the command for the arguments and runs it. Invalid arguments are explained, never guessed. */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const command = commands.find(({ words }) => words.split(' ').every((word, index) => args[index] === word));
  if (command === undefined) {
    const asksForHelp = args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help';
    if (!asksForHelp) context.warn(context.t('cli:unknownCommand', { command: args.join(' ').slice(0, 80) }));
    printCommands(commands, context);
    return asksForHelp ? EXIT.ok : EXIT.couldNot;
  }
  const rest = args.slice(command.words.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    printHelp(command, context);
    return EXIT.ok;
  }
  const input = readInput(command, rest);
  if (input === null) {
    context.warn(context.t('cli:wrongOptions'));
    printHelp(command, context);
    return EXIT.couldNot;
  }
  return command.run(input, context);
}

function readInput(command: Command, args: readonly string[]): Parameters<Command['run']>[0] | null {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  const operands = command.operands ?? [];
  try {
    const { values, positionals } = parseArgs({
      args: joinOptionValues(args, options),
      options,
      allowPositionals: operands.length > 0,
    });
    if (positionals.length !== operands.length) return null;
    const given = Object.entries(values).map(([name, list]) => [name, [list ?? []].flat().map(String)] as const);
    if (given.some(([name, list]) => list.length > 1 && command.options[name]?.repeats === undefined)) return null;
    const joined = given.map(([name, list]) => [
      name,
      list.join(command.options[name]?.repeats === 'lines' ? '\n' : ','),
    ]);
    return { options: Object.fromEntries(joined), operands: positionals };
  } catch {
    return null;
  }
}

/**
 * Rewrites `--key VALUE` as `--key=VALUE`: a value may begin with a hyphen (one key in 64 does), which `parseArgs`
 * would take for another option. Known options are left alone, so that a missing value remains an error.
 */
function joinOptionValues(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>,
): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const joined: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const value = args[index + 1];
    const takesValue = index + 1 < end && arg.startsWith('--') && options[arg.slice(2)]?.type === 'string';
    const isOption = value?.startsWith('--') === true && Object.hasOwn(options, value.slice(2).replace(/=.*$/s, ''));
    if (!takesValue || value === undefined || isOption) joined.push(arg);
    else {
      joined.push(`${arg}=${value}`);
      index += 1;
    }
  }
  return joined;
}

function printCommands(commands: readonly Command[], { t, print }: CommandContext): void {
  print(t('cli:usage'));
  const width = Math.max(...commands.map(({ words }) => words.length));
  for (const { words, summary } of commands) print(`  ${words.padEnd(width)}  ${t(summary)}`);
}

function printHelp(command: Command, { t, print }: CommandContext): void {
  print(['varco', command.words, ...(command.operands ?? []).map((name) => `<${name}>`)].join(' '));
  print(t(command.summary));
  for (const [name, { text, value }] of Object.entries(command.options)) {
    print(`  ${`--${name}${value === null ? '' : ` ${value}`}`.padEnd(26)}  ${t(text)}`);
  }
}
