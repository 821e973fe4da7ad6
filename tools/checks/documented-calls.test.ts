import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './run-steps.ts';

const featuresDir = join(root, 'apps/portal-web/src/features');

const Endpoint = z.object({ id: z.string(), method: z.string(), path: z.string() });
type Endpoint = z.infer<typeof Endpoint>;
const Operation = z.object({
  operationId: z.string(),
  summary: z.string().min(10),
  'x-varco-rule': z.string().optional(),
  responses: z.record(z.string(), z.unknown()),
});
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** The documented operations of both servers, by the id of the endpoint. */
const documented = new Map(
  ['plant-server', 'portal-server'].flatMap((server) => {
    const text = readFileSync(join(root, 'apps', server, 'openapi.json'), 'utf8');
    return Object.entries(OpenApi.parse(JSON.parse(text)).paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        operation.operationId,
        { ...operation, call: `${method.toUpperCase()} ${path}` },
      ]),
    );
  }),
);

/** Names of a contract module that a source file uses as values: imported by name, or read from a namespace. */
function listUsedNames(source: string): readonly (readonly [module: string, name: string])[] {
  const imports = source.matchAll(/import (?!type )(?:\* as (\w+)|\{([^}]*)\}) from '(@varco\/contract\/[^']+)'/g);
  return [...imports].flatMap(([, namespace, named = '', module = '']) => {
    const names =
      namespace === undefined
        ? named.split(',').flatMap((item) => (/^\s*type\s/.test(item) ? [] : (item.trim().split(' ')[0] ?? [])))
        : [...source.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
    return names.filter((name) => name !== '').map((name) => [module, name] as const);
  });
}

/** The endpoints that the screens of a feature call. */
async function findCalls(feature: string): Promise<ReadonlyMap<string, Endpoint>> {
  const folder = join(featuresDir, feature);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  const used = files.flatMap((name) => listUsedNames(readFileSync(join(folder, name), 'utf8')));
  const calls = new Map<string, Endpoint>();
  for (const [module, name] of used) {
    const exported = (await import(module)) as Record<string, unknown>;
    const endpoint = Endpoint.safeParse(exported[name]);
    if (endpoint.success) calls.set(endpoint.data.id, endpoint.data);
  }
  return calls;
}

/** Calls without a documented operation of their method and path, or whose success is not documented. */
const listUndocumented = (calls: ReadonlyMap<string, Endpoint>): readonly string[] =>
  [...calls.values()].flatMap(({ id, method, path }) => {
    const operation = documented.get(id);
    const call = `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const hasSuccess = Object.keys(operation?.responses ?? {}).some((status) => /^2\d\d$/.test(status));
    return operation?.call === call && hasSuccess ? [] : [`${id}: ${call}`];
  });

describe('calls of the screens in the API descriptions', () => {
  it('PMGMT-08 each action of the plant management screens is a documented call with its rule', async () => {
    const calls = new Map([
      ...(await findCalls('plant-admin')),
      ...(await findCalls('plant-users')),
      ...(await findCalls('plant-status')),
    ]);
    expect(listUndocumented(calls)).toEqual([]);
    for (const action of [
      'createPlantUser',
      'deletePlantUser',
      'createGroup',
      'deleteGroup',
      'addDevice',
      'removeDevice',
    ])
      expect(calls.keys(), action).toContain(action);
    for (const action of ['createDistrict', 'deleteDistrict', 'addHold', 'liftHold', 'changeSetting', 'revokePortal'])
      expect(calls.keys(), action).toContain(action);
    for (const id of calls.keys()) expect(documented.get(id)?.['x-varco-rule'], id).toBeTruthy();
  });

  it.each(readdirSync(featuresDir))('%s calls nothing undocumented', async (feature) => {
    expect(listUndocumented(await findCalls(feature))).toEqual([]);
  });
});
