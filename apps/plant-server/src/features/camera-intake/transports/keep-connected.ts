import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@varco/server-kit/log/log.ts';
import { OutboundRefused } from '@varco/server-kit/outbound/outbound-client.ts';
import type { ConnectionHistory, OpenTransport, TransportCamera, TransportFault } from './transport.ts';

const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/** Ends a connection, with what an administrator reads. */
export class TransportError extends Error {
  readonly fault: TransportFault;
  constructor(fault: TransportFault, text: string) {
    super(text);
    this.fault = fault;
  }
}

/** What ends a connection whose camera answers with a status of HTTP that is no success. */
export const refuseStatus = (status: number): TransportError =>
  new TransportError(status === 401 || status === 403 ? 'credentials_refused' : 'not_a_stream', `status ${status}`);

/** Codes of Node for a certificate that is not trusted, or of another name; those of its times begin with `CERT_`. */
const CERTIFICATE_CODES: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const isAboutCertificate = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (CERTIFICATE_CODES.has(error.code) || String(error.code).startsWith('CERT_'));

function findFault(error: unknown): TransportFault {
  if (error instanceof TransportError) return error.fault;
  if (isAboutCertificate(error)) return 'certificate_refused';
  return error instanceof OutboundRefused ? 'address_not_allowed' : 'unreachable';
}

/**
 * Follows a source of messages and connects again, with growing pauses, whenever `follow` ends. It calls `onConnected` once
 * messages can arrive.
 */
export function keepConnected(
  { camera, now, log }: { readonly camera: TransportCamera; readonly now: () => Date; readonly log: Log },
  follow: (signal: AbortSignal, onConnected: () => void) => Promise<void>,
): OpenTransport {
  const stopping = new AbortController();
  const { signal } = stopping;
  let fault: TransportFault | null = 'unreachable';
  let history: ConnectionHistory = { since: null, lastFault: null, lastFaultAt: null };

  function fail(next: TransportFault): void {
    fault = next;
    history = { since: null, lastFault: next, lastFaultAt: now().toISOString() };
  }

  async function run(): Promise<void> {
    let pauseMs = MIN_PAUSE_MS;
    while (!signal.aborted) {
      let connectedMs = Number.POSITIVE_INFINITY;
      try {
        await follow(signal, () => {
          fault = null;
          history = { ...history, since: now().toISOString() };
          connectedMs = performance.now();
        });
        if (!signal.aborted) fail('unreachable');
      } catch (error) {
        if (signal.aborted) return;
        fail(findFault(error));
        log.warn('source of a camera not followed', { code: `gate-${camera.gate}`, error });
      }
      // One that breaks as soon as it is connected is no better than one that does not connect.
      if (performance.now() - connectedMs >= MAX_PAUSE_MS) pauseMs = MIN_PAUSE_MS;
      await wait(pauseMs, undefined, { signal }).catch(() => {});
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
    }
  }

  const running = run();
  return {
    fault: () => fault,
    history: () => history,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
