import type { portalSettings as source } from '../it/portal-settings.ts';
import type { Texts } from '../message-types.ts';

/** English of `it/portal-settings.ts`. */
export const portalSettings: Texts<typeof source> = {
  title: 'Settings of the portal',
  intro:
    'What is set here counts for all users of the portal. Each change counts from the next call on and is in the log, with the old and the new value.',
  waiting: 'Reading the settings…',
  failed: 'The portal did not answer: the settings cannot be shown.',
  retry: 'Try again',
  rules: 'People, access, exports',
  seconds: '{{n}} s',
  name: {
    force_domains: 'Domains of the police',
    staff_domains: 'Domains of the provider',
    institutional_domains: 'Institutional domains',
    two_factor_required: 'Second factor required',
    export_patience_s: 'Waiting for a plant in exports',
  },
  hint: {
    force_domains:
      'Whoever has a verified e-mail of these domains, or of a subdomain, is police. * stands for one part of the name.',
    staff_domains: 'Whoever has a verified e-mail of these domains is staff of the provider.',
    institutional_domains: 'Domains of public bodies, beside those of the police.',
    two_factor_required:
      'For administrators and staff of the provider. Who does not have one yet must enable it before going on.',
    export_patience_s:
      'Seconds after which an export is delivered without the plant that does not answer, and says so.',
  },
  maps: {
    title: 'Maps',
    name: 'Base maps and road routes',
    hint: 'What browsers call to draw maps. A page that is open already sees them when it is loaded again.',
    formHint:
      'A base map is a style (.json), a .pmtiles archive or tiles https://…/{z}/{x}/{y}.png; also a path of the portal below /map/. Empty: the map of the program, which carries the streets made with varco map.',
    own: 'map of the program',
    ownPlain: 'map of the program, without roads',
    noStreets: 'no detailed streets',
    noRouting: 'links as arcs',
    source: 'Base map',
    credit: 'Credit of the base map',
    source_2: 'Second base map',
    credit_2: 'Credit of the second base map',
    streets: 'Streets (.pmtiles archive)',
    streets_credit: 'Credit of the streets (empty: OpenStreetMap)',
    routing_url: 'Routing service (OSRM form)',
    routing_key: 'Key of the service, which every user sees',
    origins: 'Other addresses named by a style',
    sourceFault: 'An address https://…, or a path that begins with /map/.',
    streetsFault: 'An address https://… that ends in .pmtiles, or /map/streets.pmtiles.',
    routingFault: 'An address https://…',
  },
  mail: {
    title: 'Mail',
    server: 'Mail server',
    hint: 'Invitations, confirmations of addresses, new passwords and answers of support. Without a server messages wait for 7 days.',
    none: 'none: messages wait',
    noUser: 'without sign-in',
    asUser: 'user {{user}}',
    sender: 'sender {{from}}',
    security: { starttls: 'STARTTLS', tls: 'TLS', none: 'not encrypted' },
    try: 'Send a trial to my address',
    sent: 'The server accepted the message for {{to}}. Check that it arrives.',
    notSent: 'Not sent: {{reply}}',
    on: 'Send mail',
    onHint: 'Off: messages wait.',
    host: 'Server',
    hostFault: 'A name or an address, for instance mail.example.',
    encryption: 'Encryption',
    port: 'Port',
    from: 'Sender',
    fromFault: 'One e-mail address, without a name.',
    user: 'User',
    userHint: 'Empty: the server asks for no sign-in.',
    password: 'Password',
    passwordHint: 'Stays encrypted on the portal and is not shown again.',
    passwordStays: 'Empty: the present one stays, if server, port and user do not change.',
    passwordFault: 'The password of this user is needed.',
  },
};

export { serverKeys } from './server-keys.ts';
export { settingTable } from './setting-table.ts';
