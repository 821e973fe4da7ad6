import type { alertMessages as source } from '../it/alert-messages.ts';
import type { Texts } from '../message-types.ts';

/** English of `it/alert-messages.ts`. */
export const alertMessages: Texts<typeof source> = {
  kind: {
    blacklist: 'Blacklist',
    interforze: 'Interforce',
    prestanome: 'Figurehead',
    revisione: 'Inspection expired',
    rubata: 'Stolen vehicle',
    rca: 'Insurance expired',
  },
  title: '{{kind}}: {{gate}}',
  urged: 'NOBODY TOOK IT - {{title}}',
  supervisor: 'TO THE SUPERVISOR, NOBODY TOOK IT - {{title}}',
  plate: 'Plate {{plate}}',
  misread: 'Plate perhaps misread',
  where: '{{gate}} ({{plant}})',
  passed: 'Passage of {{at}}',
  trialTitle: 'Trial of the channel',
  trialText: 'Test message from plant {{plant}}. This is not an alert.',
  trialAt: 'Sent on {{at}}',
  codeTitle: 'Code {{code}}',
  codeText:
    'Code that registers this chat as a device of the plant {{plant}}. Enter it in the portal, at Live alerts > Alert settings.',
  codeLife: 'Good for {{minutes}} minutes, and once.',
};
