import { type ServerKeyName, ServerKeysReport, SERVER_KEYS } from '@varco/contract/server-keys.ts';
import { type Command, type CommandContext, EXIT, type ExitCode } from '../command.ts';
import { withLanguage } from '../language.ts';
import { runServerProgram, SERVER_OPTIONS, type ServerCall } from '../run-server-program.ts';

const STATES = ['signs', 'verifies', 'retired'] as const;

/** `varco keys list SERVER`: the keys of a server, retired ones too. */
export const listServerKeys: Command = {
  words: 'keys list',
  summary: 'cli:keys.summaryList',
  operands: ['SERVER'],
  options: { ...SERVER_OPTIONS, json: { text: 'doctor:optionJson', value: null } },
  async run({ options, operands }, given) {
    const context = withLanguage(given, options);
    const found = await readKeys(operands[0] ?? '', ['list'], { options, context });
    if (found.report === null) return found.code;
    if (options['json'] !== undefined) context.print(JSON.stringify(found.report.keys, null, 2));
    else printKeys(found.report, context);
    return EXIT.ok;
  },
};

/** `varco keys add SERVER KEY`: a new key, which signs; the former one is still accepted. */
export const addServerKey: Command = {
  words: 'keys add',
  summary: 'cli:keys.summaryAdd',
  operands: ['SERVER', 'KEY'],
  options: SERVER_OPTIONS,
  run: (input, given) => changeKey('add', input, given),
};

/** `varco keys retire SERVER KEY`: the former key is accepted by nobody any more. */
export const retireServerKey: Command = {
  words: 'keys retire',
  summary: 'cli:keys.summaryRetire',
  operands: ['SERVER', 'KEY'],
  options: SERVER_OPTIONS,
  run: (input, given) => changeKey('retire', input, given),
};

async function changeKey(
  action: 'add' | 'retire',
  { options, operands: [slug = '', name = ''] }: Parameters<Command['run']>[0],
  given: CommandContext,
): Promise<ExitCode> {
  const context = withLanguage(given, options);
  const { t, print, warn } = context;
  const key = SERVER_KEYS.find((one) => one === name);
  if (key === undefined) {
    warn(t('cli:keys.wrongKey', { keys: SERVER_KEYS.join(', ') }));
    return EXIT.couldNot;
  }
  const { report, code } = await readKeys(slug, [action, key], { options, context });
  if (report === null) return code;
  printKeys({ keys: report.keys.filter((one) => one.name === key) }, context);
  print(t(action === 'add' ? 'cli:keys.added' : 'cli:keys.retired'));
  if (action === 'add') {
    print(t(explainNext(slug, key)));
    print(t('cli:keys.retireLast', { command: `varco keys retire ${slug} ${key}` }));
  }
  return EXIT.ok;
}

/** What must happen before the former key is retired. */
function explainNext(slug: string, key: ServerKeyName) {
  if (key === 'log') return 'cli:keys.nextLog';
  if (key === 'witness') return 'cli:keys.nextWitness';
  return slug === 'portal' ? 'cli:keys.nextPortal' : 'cli:keys.nextPlant';
}

type Found =
  | { readonly report: ServerKeysReport; readonly code: 0 }
  | { readonly report: null; readonly code: ExitCode };

/** What the program of the server prints, after a change; without a report the reason was printed. */
async function readKeys(slug: string, args: readonly string[], call: ServerCall): Promise<Found> {
  const { output, code } = await runServerProgram(slug, { name: 'keys', args }, call);
  return output === null ? { report: null, code } : { report: ServerKeysReport.parse(JSON.parse(output)), code };
}

function printKeys({ keys }: ServerKeysReport, { t, print }: CommandContext): void {
  const nameWidth = Math.max(...SERVER_KEYS.map((name) => t(`cli:keys.name.${name}`).length));
  const stateWidth = Math.max(...STATES.map((state) => t(`cli:keys.state.${state}`).length));
  for (const { name, state, createdAt, fingerprint, publicKey } of keys) {
    const label = t(`cli:keys.name.${name}`).padEnd(nameWidth);
    const shownState = t(`cli:keys.state.${state}`).padEnd(stateWidth);
    print(`${label}  ${shownState}  ${createdAt.slice(0, 10)}  ${fingerprint ?? '-'}  ${publicKey ?? '-'}`);
  }
}
