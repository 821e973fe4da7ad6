import type { Endpoint } from '@varco/contract/endpoint.ts';
import type { RecordedCall } from '@varco/server-kit/testing/record-calls.ts';
import { buildOpenApiDocument } from '@varco/server-kit/openapi/openapi-document.ts';
import { readLearnedCalls } from './learned-calls.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the published description says about the input of one call. */
export interface CallDescription {
  readonly endpoint: Endpoint;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  /** Null: no JSON body. */
  readonly body: JsonSchema | null;
  /** Named schemas, by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Calls of the tests that were accepted, which no description can promise. */
  readonly examples: readonly RecordedCall[];
}

/** Describes every call of a server as its OpenAPI document does, so that the attack knows what any client knows, and a few accepted calls. */
export function describeCalls(endpoints: readonly Endpoint[]): readonly CallDescription[] {
  const document = buildOpenApiDocument({ title: 'attack', version: '0' }, endpoints);
  const examplesOf = readLearnedCalls();
  return endpoints.map((endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()] ?? {};
    const content = Object.values(Object(Reflect.get(Object(operation['requestBody']), 'content')));
    const body: unknown = Reflect.get(Object(content[0]), 'schema');
    const parameters = operation['parameters'];
    return {
      endpoint,
      parameters: Array.isArray(parameters) ? parameters : [],
      body: typeof body === 'object' && body !== null ? Object(body) : null,
      schemas: document.components.schemas,
      examples: examplesOf(endpoint),
    };
  });
}
