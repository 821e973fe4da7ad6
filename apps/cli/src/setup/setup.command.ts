import {
  PlantSetUp,
  type PlantSetUpInput,
  PlantSetUpReport,
  PortalSetUp,
  PortalSetUpReport,
} from '@varco/contract/set-up.ts';
import { type Command, type CommandContext, EXIT, type OptionValues } from '../command.ts';
import { withLanguage } from '../language.ts';
import { runSetUp, type SetUpKind } from './run-setup.ts';
import { askPlant, askPortal } from './setup-questions.ts';
import { planPlant, planPortal } from './plan-settings.ts';
import { reportPlant, reportPortal } from './print-report.ts';

const COMMON_OPTIONS = {
  from: { text: 'setup:option.from', value: 'FILE' },
  check: { text: 'setup:option.check', value: null },
  change: { text: 'setup:option.change', value: null },
  renew: { text: 'setup:option.renew', value: null },
  settings: { text: 'setup:option.settings', value: 'DIR' },
  lang: { text: 'setup:option.lang', value: 'it|en' },
} as const;

/** `varco setup portal`: makes the portal of this machine, or says what is there. */
export const setupPortal: Command = {
  words: 'setup portal',
  summary: 'setup:portalSummary',
  options: COMMON_OPTIONS,
  run: ({ options }, context) => {
    const kind: SetUpKind<PortalSetUp> = {
      installed: { kind: 'portal', name: '' },
      schema: PortalSetUp,
      ask: askPortal,
      plan: planPortal,
      buildInput: (answers) => ({ answers, renew: options['renew'] !== undefined }),
      report: (output, texts) => reportPortal(PortalSetUpReport.parse(output), texts),
    };
    return runSetUp(kind, options, withLanguage(context, options));
  },
};

/** `varco setup plant NAME`: makes a plant of this machine, or says what is there. */
export const setupPlant: Command = {
  words: 'setup plant',
  summary: 'setup:plantSummary',
  options: { ...COMMON_OPTIONS, 'camera-key': { text: 'setup:option.cameraKey', value: null } },
  operands: ['NAME'],
  run: ({ options, operands }, given) => {
    const context = withLanguage(given, options);
    const [name = ''] = operands;
    // It becomes part of the names of files, folders and units.
    if (/^[a-z][a-z0-9-]{0,30}$/.test(name)) return runSetUp(buildPlantKind(name, options), options, context);
    context.warn(context.t('setup:wrongName'));
    return Promise.resolve(EXIT.couldNot);
  },
};

function buildPlantKind(name: string, options: OptionValues): SetUpKind<PlantSetUp> {
  const buildInput = (answers: PlantSetUp | null): PlantSetUpInput => ({
    answers,
    renew: options['renew'] !== undefined,
    addGates: options['change'] !== undefined,
    cameraKey: options['camera-key'] !== undefined,
  });
  return {
    installed: { kind: 'plant', name },
    schema: PlantSetUp,
    ask: (asker) => askPlant(asker, name),
    plan: async (answers, place) => planPlant(answers, place),
    buildInput,
    report: (output, texts: Pick<CommandContext, 't' | 'print'>) =>
      reportPlant(PlantSetUpReport.parse(output), name, texts),
  };
}
