import type { Endpoint } from '@varco/contract/endpoint.ts';

/** The servers of an attacked world. */
export type ServerName = 'plant' | 'otherPlant' | 'portal' | 'registry';

/** One call as it goes over the wire, complete enough to be sent again. */
export interface AttackRequest {
  readonly server: ServerName;
  readonly endpoint: string;
  /** Name of the caller in the world; its credential is added when the call is sent. */
  readonly caller: string;
  readonly method: Endpoint['method'];
  /** Path with query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64; null: no body. */
  readonly body: string | null;
  /** What was done to a valid call, for the report. Empty: nothing. */
  readonly mutations: readonly string[];
  /** The mutation adds a field that the call does not have: it must be refused. */
  readonly mustFail: boolean;
}

/** Text of everything the caller sent, in which an answer may be an echo. */
export const readSentText = (request: AttackRequest): string =>
  [request.url, ...Object.values(request.headers), readBody(request)].join('\n');

const readBody = ({ body }: AttackRequest): string =>
  body === null ? '' : Buffer.from(body, 'base64').toString('utf8');

/** What came back. */
export interface AttackAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Until the last byte; of a stream until it was cut off. */
  readonly ms: number;
  /** Why there is no complete answer; null: there is one. */
  readonly failure: 'closed' | 'timeout' | null;
}

/** A defect that an answer shows. */
export interface Finding {
  readonly kind: 'status' | 'body' | 'slow' | 'rights' | 'leak' | 'count' | 'secret' | 'escalation' | 'health';
  readonly text: string;
}
