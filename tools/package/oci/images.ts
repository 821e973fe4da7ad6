import type { CommitFacts } from '../repository.ts';
import { USERS } from './layer-files.ts';
import type { Image, ImageSettings, Layer } from './layout.ts';

/** The layers that the images are made of. */
export interface Layers {
  readonly base: Layer;
  readonly postgres: Layer;
  readonly programs: Layer;
  readonly proxy: Layer;
}

/** A tag may not have the `+` of a version. */
export const buildTag = (version: string): string => version.replaceAll('+', '-');

const SERVER_ENV = [
  'PATH=/usr/bin:/bin',
  'LANG=C.UTF-8',
  'NODE_ENV=production',
  // As on Debian: the authorities of the system, and those that NODE_EXTRA_CA_CERTS names.
  'NODE_OPTIONS=--use-system-ca',
];

interface Kind {
  readonly title: string;
  readonly description: string;
  readonly licences: string;
  readonly layers: readonly (keyof Layers)[];
  readonly settings: Omit<ImageSettings, 'Labels'>;
}

const buildServer = (app: 'portal' | 'plant', port: number, description: string): Kind => ({
  title: `varco-${app}`,
  description,
  licences: 'EUPL-1.2',
  layers: ['base', 'postgres', 'programs'],
  settings: {
    User: `${USERS.varco}:${USERS.varco}`,
    Env: SERVER_ENV,
    Entrypoint: ['/usr/lib/varco/bin/node'],
    Cmd: [`/usr/lib/varco/apps/${app}-server/src/main.ts`],
    WorkingDir: '/var/lib/varco',
    ExposedPorts: { [`${port}/tcp`]: {} },
    Volumes: { '/var/lib/varco': {} },
    StopSignal: 'SIGTERM',
  },
});

const KINDS: readonly Kind[] = [
  buildServer('portal', 8400, 'Portal of Varco, and the command varco'),
  buildServer('plant', 8401, 'Plant of Varco, and the command varco'),
  {
    title: 'varco-database',
    description: 'PostgreSQL as Varco is tested with it',
    licences: 'PostgreSQL',
    layers: ['base', 'postgres'],
    settings: {
      User: `${USERS['varco-database']}:${USERS['varco-database']}`,
      Env: ['PATH=/usr/bin:/bin', 'LANG=C.UTF-8'],
      Entrypoint: ['/usr/lib/varco/oci/serve-database'],
      WorkingDir: '/var/lib/varco-database',
      ExposedPorts: { '5432/tcp': {} },
      Volumes: { '/var/lib/varco-database': {} },
      // Fast: sessions are ended, and nothing has to be recovered at the next start.
      StopSignal: 'SIGINT',
    },
  },
  {
    title: 'varco-proxy',
    description: 'Caddy of Debian with TLS in front of Varco',
    licences: 'Apache-2.0',
    layers: ['base', 'proxy'],
    settings: {
      User: `${USERS['varco-proxy']}:${USERS['varco-proxy']}`,
      Env: [
        'PATH=/usr/bin:/bin',
        'LANG=C.UTF-8',
        'XDG_DATA_HOME=/var/lib/varco-proxy',
        'XDG_CONFIG_HOME=/var/lib/varco-proxy/config',
      ],
      Entrypoint: ['/usr/lib/varco/oci/serve-proxy'],
      WorkingDir: '/var/lib/varco-proxy',
      ExposedPorts: { '80/tcp': {}, '443/tcp': {} },
      Volumes: { '/var/lib/varco-proxy': {}, '/var/lib/varco-authority': {} },
      StopSignal: 'SIGTERM',
    },
  },
];

/** The images of a build, one for each service that runs for ever. */
export function listImages(layers: Layers, { version, commit, epoch }: CommitFacts): Image[] {
  return KINDS.map(({ title, description, licences, settings, ...kind }) => {
    const label = (name: string): string => `org.opencontainers.image.${name}`;
    const labels = {
      [label('created')]: new Date(epoch * 1_000).toISOString(),
      [label('description')]: description,
      [label('licenses')]: licences,
      [label('revision')]: commit,
      [label('title')]: title,
      [label('vendor')]: 'the Varco developers',
      [label('version')]: version,
    };
    return {
      reference: `localhost/${title}:${buildTag(version)}`,
      settings: { ...settings, Labels: labels },
      layers: kind.layers.map((name) => layers[name]),
    };
  });
}
