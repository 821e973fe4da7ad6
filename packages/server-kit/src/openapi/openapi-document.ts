import { z } from 'zod';
import { listErrorStatuses } from '@varco/contract/answerable-errors.ts';
import { type Endpoint, LIMITS } from '@varco/contract/endpoint.ts';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

const SECURITY: Readonly<Record<Exclude<Endpoint['access']['who'], 'anyone'>, Json>> = {
  'portal-user': { type: 'http', scheme: 'bearer', description: 'Portal token' },
  'plant-user': { type: 'http', scheme: 'bearer', description: 'Token of this plant' },
  'refresh-cookie': { type: 'apiKey', in: 'cookie', name: '__Host-varco_rt' },
  'recovery-token': { type: 'http', scheme: 'bearer', description: 'Token of a mailed link, once' },
  'ingest-key': { type: 'http', scheme: 'bearer', description: 'Camera or import key' },
  importer: { type: 'http', scheme: 'bearer', description: 'Import key, or token of an administrator of this plant' },
  'plant-signature': { type: 'apiKey', in: 'header', name: 'X-Varco-Signature' },
  'export-cookie': { type: 'apiKey', in: 'cookie', name: 'ts_export_key' },
  'portal-key': { type: 'http', scheme: 'bearer', description: 'Key of a program, made by an administrator' },
  'registry-client': {
    type: 'apiKey',
    in: 'header',
    name: 'X-Ministry-Password',
    description: 'VPN and ministry credentials',
  },
  'picture-ticket': { type: 'apiKey', in: 'query', name: 'ticket', description: 'One-use ticket in the path' },
  'export-delegation': {
    type: 'http',
    scheme: 'bearer',
    description: 'Export delegation issued by this plant (export+jwt)',
  },
  'export-ticket': { type: 'apiKey', in: 'query', name: 'jwt', description: 'One-use ticket of a download' },
};

/**
 * OpenAPI 3.1 description of a server, derived from its endpoints only. Stable order, so that two versions can be
 * compared.
 */
export function buildOpenApiDocument(
  info: { readonly title: string; readonly version: string },
  endpoints: readonly Endpoint[],
): OpenApiDocument {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Record<string, Json>> = {};
  const used = new Set<string>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)|(\*)$/g, '{$1$2}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = buildOperation(endpoint, schemas);
    if (endpoint.access.who !== 'anyone') used.add(endpoint.access.who);
  }
  const securitySchemes = Object.fromEntries(Object.entries(SECURITY).filter(([who]) => used.has(who)));
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { openapi: '3.1.0', info, paths, components: { schemas: sorted, securitySchemes } };
}

function buildOperation(endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const { access } = endpoint;
  const parameters = [
    ...buildParameters(endpoint.params, 'path', schemas),
    ...buildParameters(endpoint.query, 'query', schemas),
  ];
  const bodyType = endpoint.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(access.who === 'anyone' ? { security: [] } : { security: [{ [access.who]: [] }] }),
    ...('rule' in access ? { 'x-varco-rule': access.rule } : {}),
    ...(endpoint.audit === null ? {} : { 'x-varco-audit': endpoint.audit }),
    'x-varco-limit': { kind: endpoint.limit, ...LIMITS[endpoint.limit] },
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.bodyType === 'bytes'
      ? { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
      : {}),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: !endpoint.body.safeParse(undefined).success,
            content: { [bodyType]: { schema: toJsonSchema(endpoint.body, 'input', schemas) } },
          },
        }),
    responses: { ...buildSuccessResponse(endpoint, schemas), ...buildErrorResponses(endpoint, schemas) },
  };
}

function buildSuccessResponse(endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const { response } = endpoint;
  if (response === null) return { [endpoint.successStatus ?? 204]: { description: 'Done' } };
  const content =
    response instanceof z.ZodType
      ? { 'application/json': { schema: toJsonSchema(response, 'output', schemas) } }
      : Object.fromEntries(response.types.map((type) => [type, {}]));
  return {
    [endpoint.successStatus ?? 200]: { description: 'OK', content },
    ...Object.fromEntries((endpoint.fileStatuses ?? []).map((status) => [status, { description: 'Refused', content }])),
  };
}

function buildErrorResponses(endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const schema = toJsonSchema(ErrorEnvelope, 'output', schemas);
  return Object.fromEntries(
    [...listErrorStatuses(endpoint)].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/json': { schema } } },
    ]),
  );
}

function buildParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  schemas: Record<string, Json>,
): readonly Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const whole = toJsonSchema(schema, 'input', {});
  const required = Array.isArray(whole['required']) ? whole['required'] : [];
  return Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: toJsonSchema(field, 'input', schemas),
  }));
}

/** JSON Schema of one zod schema; named ones go to the components (`TransitInput` where the request form differs). */
function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  // Wrapped in an object, so that a named schema at the top becomes a reference like any other.
  const whole: Json = z.toJSONSchema(z.object({ root: schema }), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      const isPreprocess = zodSchema instanceof z.ZodPipe && zodSchema.def.in instanceof z.ZodTransform;
      if (isPreprocess && io === 'input')
        Object.assign(target, z.toJSONSchema(zodSchema.def.out, { io, unrepresentable: 'any' }), {
          $schema: undefined,
        });
    },
  });
  const suffix = io === 'input' ? 'Input' : '';
  for (const [id, definition] of Object.entries(Object(whole['$defs'] ?? {})))
    schemas[`${id}${suffix}`] = Object(rewriteReferences(definition, suffix));
  return Object(rewriteReferences(Reflect.get(Object(whole['properties']), 'root'), suffix));
}

function rewriteReferences(value: unknown, suffix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, suffix));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$schema' || (key === 'id' && typeof inner === 'string')) continue;
    if (key === '$ref' && typeof inner === 'string')
      out[key] = `#/components/schemas/${inner.replace('#/$defs/', '')}${suffix}`;
    else if (inner !== undefined) out[key] = rewriteReferences(inner, suffix);
  }
  return out;
}
