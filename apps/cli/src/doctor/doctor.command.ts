import { resolve } from 'node:path';
import { type Command, EXIT } from '../command.ts';
import { withLanguage } from '../language.ts';
import { findServiceUser } from '../service-user.ts';
import { SETTINGS_FOLDER } from '../settings-file.ts';
import manifest from '../../package.json' with { type: 'json' };
import { examine } from './examine.ts';
import { todoKey, whatKey } from './finding.ts';

const STATES = ['ok', 'warning', 'fault'] as const;

/** `varco doctor`: examines the servers of this machine, and says for each fault what is wrong and what to do. */
export const doctor: Command = {
  words: 'doctor',
  summary: 'doctor:summary',
  options: {
    settings: { text: 'setup:option.settings', value: 'DIR' },
    json: { text: 'doctor:optionJson', value: null },
    lang: { text: 'setup:option.lang', value: 'it|en' },
  },
  async run({ options }, given) {
    const context = withLanguage(given, options);
    const { t, print } = context;
    const findings = await examine({
      folder: resolve(options['settings'] ?? SETTINGS_FOLDER),
      env: context.env,
      user: await findServiceUser(),
      version: manifest.version,
    });
    const faults = findings.filter(({ fault, isWarning }) => fault !== null && !isWarning).length;
    const warnings = findings.filter(({ isWarning }) => isWarning).length;
    const lines = findings.map(({ server, check, fault, isWarning, values }) => ({
      server,
      check,
      state: fault === null ? ('ok' as const) : isWarning ? ('warning' as const) : ('fault' as const),
      code: fault,
      what: fault === null ? null : t(whatKey(fault), values),
      todo: fault === null ? null : t(todoKey(fault), values),
    }));
    if (options['json'] !== undefined)
      print(JSON.stringify({ version: manifest.version, faults, warnings, checks: lines }, null, 2));
    else {
      const width = Math.max(...STATES.map((state) => t(`doctor:state.${state}`).length));
      for (const { server, check, state, what, todo } of lines) {
        const head = `${t(`doctor:state.${state}`).padEnd(width)}  ${server}`.trim();
        print(`${head}  ${what ?? t(`doctor:check.${check}`)}`);
        if (todo !== null) print(`      ${todo}`);
      }
      print(faults + warnings === 0 ? t('doctor:allWell') : t('doctor:sum', { faults, warnings }));
    }
    return faults === 0 ? EXIT.ok : EXIT.failed;
  },
};
