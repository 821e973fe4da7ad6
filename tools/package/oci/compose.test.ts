import fs from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../checks/run-steps.ts';

const own = join(root, 'tools/package/files/oci');
const names = z.array(z.string());
const duration = z.string().regex(/^\d+s$/);
const memory = z.string().regex(/^\d+[mg]$/);

/** What this file uses of the Compose specification, and nothing else: a misspelt key is refused. */
const Service = z.strictObject({
  image: z.string().regex(/^localhost\/varco-(?:portal|plant|database|proxy):@TAG@$/),
  pull_policy: z.literal('never'),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.enum(['CHOWN', 'SETUID', 'SETGID'])).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  tmpfs: z.tuple([z.literal('/tmp')]),
  mem_limit: memory,
  restart: z.enum(['no', 'unless-stopped']),
  networks: z.union([names, z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4(), aliases: names }))]),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(?::ro)?$/)),
  user: z.literal('0:0').optional(),
  profiles: z.tuple([z.literal('setup')]).optional(),
  entrypoint: names.optional(),
  command: names.optional(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: names.optional(),
  ports: names.optional(),
  sysctls: z.record(z.string(), z.string()).optional(),
  shm_size: memory.optional(),
  pids_limit: z.number().optional(),
  stop_grace_period: duration.optional(),
  healthcheck: z
    .strictObject({
      ...{ test: names, interval: duration, timeout: duration, retries: z.number() },
      start_period: duration.optional(),
    })
    .optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .optional(),
});
const Compose = z.strictObject({
  services: z.record(z.string(), Service),
  networks: z.record(
    z.string(),
    z.strictObject({
      internal: z.boolean().optional(),
      ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.strictObject({ file: z.string().startsWith('./secrets/') })),
});

const text = fs.readFileSync(join(own, 'compose.yaml'), 'utf8');
const raw: Record<string, unknown> = parse(text, { merge: true });
const compose = Compose.parse(Object.fromEntries(Object.entries(raw).filter(([key]) => !key.startsWith('x-'))));
const services = Object.entries(compose.services);
const SERVERS = ['portal', 'plant-borgo'];

describe('compose.yaml', () => {
  test('names only networks, volumes, secrets and services that it has', () => {
    const known = (kind: 'networks' | 'volumes' | 'secrets' | 'services', name: string): void =>
      expect(Object.keys(compose[kind]), name).toContain(name);
    for (const [, service] of services) {
      for (const name of Array.isArray(service.networks) ? service.networks : Object.keys(service.networks))
        known('networks', name);
      for (const name of service.volumes.map((volume) => volume.split(':')[0] ?? ''))
        if (!name.startsWith('./')) known('volumes', name);
      for (const name of service.secrets ?? []) known('secrets', name);
      for (const name of Object.keys(service.depends_on ?? {})) known('services', name);
    }
    expect(services).toHaveLength(8);
  });

  test('no password stands in it, in an environment or in a command', () => {
    for (const [name, { environment, command, entrypoint }] of services) {
      const values = [...Object.values(environment ?? {}), ...(command ?? []), ...(entrypoint ?? [])];
      expect(
        values.filter((value) => /postgres(?:ql)?:\/\/|password/i.test(value)),
        name,
      ).toEqual([]);
    }
  });

  test('what serves has no superuser address, settings it cannot write, and a health check', () => {
    for (const [name, service] of services.filter(([, { restart }]) => restart === 'unless-stopped')) {
      expect(service.secrets ?? [], name).not.toContain('database-admin');
      expect(service.user, name).toBeUndefined();
      expect(service.cap_add, name).toBeUndefined();
      expect(service.healthcheck?.test[0], name).toBe('CMD');
    }
    for (const name of SERVERS) expect(compose.services[name]?.volumes).toContain('settings:/etc/varco:ro');
  });

  test('only the steps that write settings have capabilities, and these steps are started by hand', () => {
    const able = services.filter(([, { cap_add: added }]) => added !== undefined);
    expect(able.map(([name]) => name)).toEqual(['setup-portal', 'setup-borgo']);
    for (const [name, { profiles }] of able) expect(profiles, name).toEqual(['setup']);
  });

  test('the servers start after their migration, and the database is reached from inside only', () => {
    for (const [name, needed] of [
      ['portal', 'migrate-portal'],
      ['plant-borgo', 'migrate-borgo'],
    ] as const)
      expect(compose.services[name]?.depends_on?.[needed]).toEqual({ condition: 'service_completed_successfully' });
    expect(compose.networks['database']).toEqual({ internal: true });
    const open = services.filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
  });

  test('the servers believe the one address of the proxy, which answers to the names of the answers', () => {
    const { front } = z
      .object({ front: z.object({ ipv4_address: z.string(), aliases: names }) })
      .parse(compose.services['proxy']?.networks);
    const caddy = fs.readFileSync(join(own, 'Caddyfile'), 'utf8');
    for (const name of SERVERS)
      expect(compose.services[name]?.environment).toMatchObject({ VARCO_TRUST_PROXY: front.ipv4_address });
    for (const [file, service] of [
      ['portal', 'portal:8400'],
      ['borgo', 'plant-borgo:8401'],
    ] as const) {
      const { address } = z
        .object({ address: z.url() })
        .parse(parse(fs.readFileSync(join(own, `answers/${file}.yaml`), 'utf8')));
      expect(front.aliases).toContain(new URL(address).hostname);
      expect(caddy).toContain(`${address} {\n\timport varco ${service}\n}`);
    }
  });

  test('Caddy treats the containers as it treats the servers of a Debian system', () => {
    const readSnippet = (file: string, name: string): string =>
      new RegExp(`^\\(${name}\\) \\{\\n([\\s\\S]*?)^\\}`, 'm')
        .exec(fs.readFileSync(file, 'utf8'))?.[1]
        ?.replace(/^\t# The authority.*$/m, '') ?? '';
    for (const name of ['varco-site', 'varco-passing', 'varco']) {
      const inContainers = readSnippet(join(own, 'Caddyfile'), name);
      expect(inContainers).not.toBe('');
      expect(inContainers).toBe(readSnippet(join(own, '../etc/Caddyfile'), name));
    }
    expect(readSnippet(join(own, 'Caddyfile'), 'varco-site')).toContain('respond @figures 404');
  });
});
