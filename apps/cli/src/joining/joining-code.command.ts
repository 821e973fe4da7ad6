import { formatDateTime } from '@varco/i18n/format.ts';
import { z } from 'zod';
import { type Command, EXIT } from '../command.ts';
import { findDatabaseAddress } from '../database-address.ts';
import { findProgram, runProgram } from '../run-program.ts';

/** What the program of the plant prints. */
const Report = z.object({ code: z.string(), expires: z.string(), fingerprint: z.string() });

/** `varco plant joining-code`: a code with which a portal can join this plant (ADR 0036). */
export const plantJoiningCode: Command = {
  words: 'plant joining-code',
  summary: 'cli:joining.summary',
  options: {
    hours: { text: 'cli:joining.optionHours', value: 'HOURS' },
    portal: { text: 'cli:joining.optionPortal', value: 'ADDRESS' },
    data: { text: 'cli:joining.optionData', value: 'DIR' },
    name: { text: 'cli:migrate.optionName', value: 'NAME' },
  },
  async run({ options }, context) {
    const { t, print, warn, env } = context;
    const url = await findDatabaseAddress(options, context);
    if (url === null) {
      warn(t('cli:audit.couldNot', { reason: t('cli:audit.noDatabase') }));
      return EXIT.couldNot;
    }
    const args = [options['hours'] ?? '', options['portal'] ?? ''];
    const program = findProgram('plant-server', 'joining-code');
    const { code, output, problem } = await runProgram(program, { args, env: { ...env, VARCO_DATABASE_URL: url } });
    if (code !== 0) {
      warn(t('cli:joining.failed', { reason: problem === '' ? '-' : problem }));
      return EXIT.failed;
    }
    const made = Report.parse(JSON.parse(output));
    print(made.code);
    warn(t('cli:joining.until', { time: formatDateTime(made.expires) }));
    warn(t('cli:joining.fingerprint', { fingerprint: made.fingerprint }));
    return EXIT.ok;
  },
};
