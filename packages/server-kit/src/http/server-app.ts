import type { Access, Endpoint } from '@varco/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditSink } from '../audit/audit-sink.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { RunningSearches } from './running-searches.ts';
import type { StreamOpenings } from './stream-openings.ts';
import type { Viewer } from './viewer.ts';

/** The viewer type of each kind of access of one server; kinds it does not have are absent. `anyone` has none. */
export type Viewers = { readonly [Who in Exclude<Access['who'], 'anyone'>]?: Viewer };

type AccessOf<Who extends Access['who']> = Extract<Access, { readonly who: Who }>;

/**
 * Identifies the caller and checks the endpoint's rule. Rights come from the database at every call, never from the
 * token.
 */
export interface Authenticator<V extends Viewer, Who extends Access['who']> {
  /** The caller of this request. Throws `AppError` (invalid_token, missing_api_key, ...) when there is none. */
  authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<V>;
  /** Null when the rule allows, else the error to return; the denial is recorded with this viewer as actor. */
  authorize(viewer: V, access: AccessOf<Who>): AppError | null;
}

export type Authenticators<V extends Viewers> = {
  readonly [Who in keyof V & Exclude<Access['who'], 'anyone'>]: Authenticator<NonNullable<V[Who]>, Who>;
};

/** State of the kit, stored on the app. */
export interface VarcoState<V extends Viewers> {
  readonly authenticators: Authenticators<V>;
  readonly auditSink: AuditSink | null;
  /** Null: a server that stores nothing. */
  readonly disk: DiskGuard | null;
  readonly log: Log;
  readonly now: () => Date;
  readonly demo: boolean;
  /** Endpoints registered by `implement`, in order. */
  readonly implemented: Endpoint[];
  /** Upper limit of every time budget; null: as in the contract. */
  readonly maxTimeMs: number | null;
  readonly streamOpenings: StreamOpenings;
  /** Counts the concurrent searches of each person. */
  readonly searches: RunningSearches;
  /** Called after authentication, before the handler: rates per user. */
  readonly beforeHandler: BeforeHandler | null;
}

/** General check of a call (rate limits). Throws `AppError` to refuse. `viewer` is null for `anyone`. */
export type BeforeHandler = (call: {
  readonly endpoint: Endpoint;
  readonly viewer: Viewer | null;
  readonly ip: string;
}) => Promise<void>;

export type ServerApp<V extends Viewers = Viewers> = FastifyInstance & { readonly varco: VarcoState<V> };

/** Type of `ctx.viewer` for an endpoint: null for `anyone`. */
export type ViewerOf<V extends Viewers, E> = E extends { readonly access: { readonly who: infer Who } }
  ? Who extends 'anyone'
    ? null
    : Who extends keyof V
      ? NonNullable<V[Who]>
      : never
  : never;
