import type { serverKeys as source } from '../it/server-keys.ts';
import type { Texts } from '../message-types.ts';

/** English of `it/server-keys.ts`. */
export const serverKeys: Texts<typeof source> = {
  title: 'Keys of the server',
  intro:
    'They are changed every two years. The new one signs at once; the former one is accepted until you retire it. No restart is needed: within a minute every process of the server uses it. If others know a key do not use this page: the operator changes it with varco keys.',
  failed: 'The keys cannot be shown: the server does not respond.',
  column: { key: 'Key', state: 'State', fingerprint: 'Fingerprint', changed: 'Last change', actions: 'Actions' },
  name: { server: 'Of the server', log: 'Of the log', witness: 'As a witness' },
  hint: {
    plant: {
      server: 'Signs sign-ins, calls to the portals, and exports.',
      log: 'Signs the consultation log.',
      witness: 'Cosigns the logs of other servers.',
    },
    portal: {
      server: 'Signs sign-ins to the portal, and the joining of plants.',
      log: 'Signs the consultation log.',
      witness: 'Cosigns the logs of plants.',
    },
  },
  state: { starts: 'coming into use', signs: 'signs', verifies: 'former, still accepted', retired: 'retired' },
  change: {
    made: 'Made by {{name}} on {{time}}',
    first: 'Made by the server on {{time}}',
    retired: 'Retired by {{name}} on {{time}}',
    retiredBefore: 'Retired on {{time}}',
  },
  portal: 'portal',
  noFingerprint: 'not readable',
  wait: {
    use: 'Before it is retired: a minute, until every process uses the new key.',
    otherKey: '{{portal}} still knows the former one: make a code in Plants > Portals, with which you join it again.',
    unsaid: '{{portal}} does not say which key it knows, because its version is older: update it.',
    silent: '{{portal}} has not received the new key yet: wait for the next heartbeat, every minute.',
    ready: 'It can be retired: the new key is in use, and those who must know it do.',
  },
  add: {
    button: 'New key',
    named: 'New key: {{key}}',
    title: 'New key: {{key}}, {{server}}',
    submit: 'Make the key',
    text: 'The new key is made on the server and signs at once. The former one is accepted until you retire it here.',
    next: {
      plant: {
        server:
          'Then each portal is joined again, with a code from Plants > Portals. Until then the plant signs with both what it sends to portals, and exports with the former one.',
        log: 'Then give the new fingerprint to whoever verifies the log. Until then the log carries both signatures.',
        witness: 'The servers whose log it cosigns receive it from the portal within minutes.',
      },
      portal: {
        server: 'The plants need nothing: they learn it when they are joined again.',
        log: 'Then give the new fingerprint to whoever verifies the log. Until then the log carries both signatures.',
        witness: 'The plants receive it with the answer to their next heartbeat, within a minute.',
      },
    },
  },
  retire: {
    button: 'Retire',
    named: 'Retire the former one: {{key}}',
    title: 'Retire the former key? {{key}}, {{server}}',
    submit: 'Retire the key',
    text: 'Fingerprint {{fingerprint}}. From now on nobody accepts it, and it cannot be put back.',
    stops: {
      plant: {
        server:
          'Whoever signed in with it signs in again by themselves, with the password of the vault. Exports signed with it are verified only with its public half, which varco keys list still prints. A portal that does not know the new one receives no more heartbeats.',
        log: 'Whoever verifies the log and has only the former key does not recognise the new signatures.',
        witness: 'Whoever knows only the former key does not recognise the new cosignatures of this plant.',
      },
      portal: {
        server: 'Sessions renew themselves, although a call under way may ask to try again.',
        log: 'Whoever verifies the log and has only the former key does not recognise the new signatures.',
        witness: 'Whoever knows only the former key does not recognise the new cosignatures of the portal.',
      },
    },
  },
  showRetired_one: 'Show {{count}} retired key',
  showRetired_other: 'Show {{count}} retired keys',
  hideRetired: 'Hide the retired ones',
};
