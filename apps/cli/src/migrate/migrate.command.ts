import { z } from 'zod';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { findProgram, runProgram, type ServerProgram } from '../run-program.ts';

/** What the program of a server prints when it has migrated. */
const Report = z.object({ applied: z.array(z.string()) });

/** `varco migrate plant`: brings a plant's database to the version of this program (ADR 0029). */
export const migratePlant: Command = {
  words: 'migrate plant',
  summary: 'cli:migrate.plant',
  options: {
    data: { text: 'cli:migrate.optionData', value: 'DIR' },
    name: { text: 'cli:migrate.optionName', value: 'NAME' },
  },
  run: ({ options }, context) => runMigration('plant-server', options, context),
};

/** `varco migrate portal`: the same for the portal. */
export const migratePortal: Command = {
  words: 'migrate portal',
  summary: 'cli:migrate.portal',
  options: { data: { text: 'cli:migrate.optionData', value: 'DIR' } },
  run: ({ options }, context) => runMigration('portal-server', options, context),
};

/** The server's own program migrates, with the addresses of this environment: they are secrets and no options. */
async function runMigration(
  server: ServerProgram,
  { data, name }: OptionValues,
  context: CommandContext,
): Promise<ExitCode> {
  const { t, print, warn } = context;
  const env = {
    ...context.env,
    ...(data === undefined ? {} : { VARCO_DATA_DIR: data }),
    ...(name === undefined ? {} : { VARCO_DATABASE_NAME: name }),
  };
  const { code, output, problem } = await runProgram(findProgram(server, 'migrate'), { env });
  if (code !== 0) {
    warn(t('cli:migrate.failed', { reason: problem === '' ? '-' : problem }));
    return EXIT.failed;
  }
  const { applied } = Report.parse(JSON.parse(output));
  for (const step of applied) print(`  ${step}`);
  print(applied.length === 0 ? t('cli:migrate.nothing') : t('cli:migrate.done', { count: applied.length }));
  return EXIT.ok;
}
