import type { z } from 'zod';
import type { AuditAction } from './audit-actions.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint. The server enforces it; the client uses the same rule names to disable controls with a
 * reason.
 */
export type Access =
  | { readonly who: 'anyone' }
  | { readonly who: 'portal-user'; readonly rule: PortalRule }
  | { readonly who: 'refresh-cookie' }
  | { readonly who: 'recovery-token' }
  | { readonly who: 'plant-user'; readonly rule: PlantRule }
  | { readonly who: 'ingest-key' }
  /** A key of kind `import`, or a person whom the rule allows (ADR 0007). */
  | { readonly who: 'importer'; readonly rule: Extract<PlantRule, 'ingest.manage'> }
  | { readonly who: 'plant-signature' }
  | { readonly who: 'picture-ticket' }
  | { readonly who: 'export-delegation' }
  | { readonly who: 'export-ticket' }
  /** The cookie with a person's export key (security rules, part 3); the handler checks which exports it opens. */
  | { readonly who: 'export-cookie' }
  /** A key of a program, which opens calls of its type only. */
  | { readonly who: 'portal-key'; readonly rule: 'status' }
  | { readonly who: 'registry-client' };

/** What a write fills: rows, pictures, or files of exports. Each may be on a disk of its own. */
export type StorageVolume = 'database' | 'pictures' | 'exports';

/**
 * `any`: also first-access and must-change users; `enrol`: also users who must still enable two-factor; `ready`:
 * fully signed in; `admin`: the admin flag as well; `audit`: the right to read the log as well.
 */
export type PortalRule = 'any' | 'enrol' | 'ready' | 'admin' | 'audit';

/** Names of the pure rules in `domain/policy`. */
export type PlantRule =
  | 'signed-in'
  | 'transits.read'
  | 'transits.correct'
  | 'approvals.decide'
  | 'requests.handle'
  | 'notes.read'
  | 'notes.write'
  | 'gates.read'
  | 'gates.write'
  | 'audit.own'
  | 'audit.all'
  | 'ingest.manage'
  | 'joining.manage'
  | 'retention.manage'
  | 'retention.read'
  | 'settings.manage'
  | 'system.read'
  | 'look-ups.run'
  | 'look-ups.read'
  | 'look-ups.confirm'
  | 'accomplices.run'
  | 'suspects.run'
  | 'suspects.tune'
  | 'alerts.read'
  | 'channels.manage'
  | 'people.alerts'
  | 'people.manage'
  | 'groups.manage'
  | 'districts.read'
  | 'districts.manage'
  | 'lists.read'
  | 'lists.write'
  | 'lists.reserve';

/**
 * Body size and time limits by kind of endpoint (security rules, part 9). `bodyKiB` is the limit for the whole body,
 * `timeMs` for the handler.
 */
export const LIMITS = {
  'sign-in': { bodyKiB: 4, timeMs: 10_000 },
  command: { bodyKiB: 64, timeMs: 10_000 },
  vault: { bodyKiB: 512, timeMs: 10_000 },
  search: { bodyKiB: 32, timeMs: 35_000 },
  print: { bodyKiB: 32, timeMs: 30_000 },
  'ingest-json': { bodyKiB: 1024, timeMs: 30_000 },
  'ingest-multipart': { bodyKiB: 64 * 1024, timeMs: 60_000 },
  'list-import': { bodyKiB: 10 * 1024 + 64, timeMs: 60_000 },
  picture: { bodyKiB: 5 * 1024, timeMs: 10_000 },
  report: { bodyKiB: 16, timeMs: 5_000 },
  'look-up': { bodyKiB: 4, timeMs: 30_000 },
  read: { bodyKiB: 4, timeMs: 10_000 },
  export: { bodyKiB: 64, timeMs: 10_000 },
  // Plants and filters of a large export.
  'export-start': { bodyKiB: 1024, timeMs: 10_000 },
  'export-piece': { bodyKiB: 4 * 1024, timeMs: 60_000 },
  // Time until the first byte; the transfer itself has no limit.
  'export-file': { bodyKiB: 4, timeMs: 15_000 },
  // Time until the first byte; the stream itself has no end.
  events: { bodyKiB: 16, timeMs: 15_000 },
} as const;
export type LimitKind = keyof typeof LIMITS;

/** A response that is not JSON. `types` is the closed list of its possible content types. */
export interface FileResponse {
  readonly file: true;
  readonly types: readonly string[];
}
export const fileResponse = (...types: string[]): FileResponse => ({ file: true, types });

/** A streamed response of events (text/event-stream). */
export interface EventStream {
  readonly events: true;
  readonly types: readonly ['text/event-stream'];
}
export const eventStream: EventStream = { events: true, types: ['text/event-stream'] };

type AnySchema = z.ZodType;
type ResponseSpec = AnySchema | FileResponse | EventStream | null;

export interface Endpoint<
  Params extends AnySchema | undefined = AnySchema | undefined,
  Query extends AnySchema | undefined = AnySchema | undefined,
  Body extends AnySchema | undefined = AnySchema | undefined,
  Response extends ResponseSpec = ResponseSpec,
  Who extends Access = Access,
> {
  /** operationId: unique per server, camelCase. */
  readonly id: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify style path, parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * `multipart`: the handler streams the parts itself; `body` then describes the JSON part. `bytes`:
   * `application/octet-stream`, complete in `request.body` and without a schema.
   */
  readonly bodyType?: 'json' | 'multipart' | 'bytes';
  /** `null`: 204 without content. */
  readonly response: Response;
  /** Status of success; 200, or 204 for null. */
  readonly successStatus?: number;
  /** Further statuses that are answered with a file instead of the error envelope, where a standard demands it. */
  readonly fileStatuses?: readonly number[];
  readonly errors: readonly ErrorCode[];
  /**
   * Volumes this write fills for good. While one of them is below its reserve the call is refused with
   * `insufficient_storage` (ADR 0002); the code need not be listed in `errors`.
   */
  readonly grows?: readonly StorageVolume[];
  readonly access: Who;
  /** Public text that a person may open as a page of its own, at a plant too. */
  readonly isNavigable?: true;
  readonly audit: AuditAction | null;
  readonly limit: LimitKind;
}

/** Defines an endpoint. Server, client, OpenAPI document and simulators are derived from this value. */
export function endpoint<
  const Params extends AnySchema | undefined = undefined,
  const Query extends AnySchema | undefined = undefined,
  const Body extends AnySchema | undefined = undefined,
  const Response extends ResponseSpec = null,
  const Who extends Access = Access,
>(definition: Endpoint<Params, Query, Body, Response, Who>): Endpoint<Params, Query, Body, Response, Who> {
  return definition;
}

type SchemaInput<S> = S extends AnySchema ? z.input<S> : undefined;
type SchemaOutput<S> = S extends AnySchema ? z.output<S> : undefined;
type OptionalMember<K extends string, T> = [T] extends [undefined]
  ? unknown
  : [undefined] extends [T]
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };

/** What a client passes: only the members the endpoint has. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? OptionalMember<'params', SchemaInput<P>> &
        OptionalMember<'query', SchemaInput<Q>> &
        OptionalMember<'body', SchemaInput<B>>
    : never;

/** What a server handler receives after parsing. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? { readonly params: SchemaOutput<P>; readonly query: SchemaOutput<Q>; readonly body: SchemaOutput<B> }
    : never;

/** What a handler returns (before the response schema is applied). */
export type HandlerOutput<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R>
    ? R extends AnySchema
      ? z.input<R>
      : R extends FileResponse
        ? FileResult | StreamedFile
        : R extends EventStream
          ? EventStreamResult
          : void
    : never;

/** What a client receives after parsing. Files arrive as bytes. */
export type CallOutput<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R>
    ? R extends AnySchema
      ? z.output<R>
      : R extends FileResponse
        ? Blob
        : void
    : never;

/** Text of the events, produced at the speed the client reads. */
export interface EventStreamResult {
  readonly stream: AsyncIterable<string>;
}

export interface FileResult {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly fileName: string;
  /** One of the endpoint's `fileStatuses`; absent: success. */
  readonly status?: number;
  /** The file never changes under this address and may be cached for ever. */
  readonly isImmutable?: boolean;
}

/** A file too large for memory, sent in chunks as the client reads. */
export interface StreamedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Size of the whole file. */
  readonly size: number;
  /** First byte sent; above 0 the response is 206 with its range. */
  readonly from: number;
  readonly type: string;
  readonly fileName: string;
}
