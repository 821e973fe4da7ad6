import { createHash, randomBytes } from 'node:crypto';
import { parseAnswer, readFault } from '@varco/cameras/onvif/soap-answers.ts';
import { buildEnvelope, type SoapRequest, type UsernameToken } from '@varco/cameras/onvif/soap-requests.ts';
import type { Branch } from '@varco/cameras/decode/tree.ts';
import { callCamera, type CameraCredentials, readAnswer } from './camera-request.ts';
import { refuseStatus, TransportError } from './keep-connected.ts';

const ANSWER_BYTES = 512 * 1024;
const ANSWER_MS = 15_000;
const NONCE_BYTES = 16;

/** An answer of a camera. */
export interface SoapAnswer {
  /** As received. */
  readonly bytes: Buffer;
  readonly text: string;
  /** Null: the answer is no SOAP. */
  readonly document: Branch | null;
}

export interface SoapCallOptions {
  /** Longest answer, bytes. */
  readonly maxBytes?: number;
  /** How long the camera may wait before it answers, milliseconds. */
  readonly waitMs?: number;
  /** Absent: the signal of the connection. */
  readonly signal?: AbortSignal;
}

interface CallerOptions {
  /** Numeric address, resolved once and checked; every call goes there, whatever addresses the camera names. */
  readonly host: string;
  readonly credentials: CameraCredentials;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Calls the services of one camera. It signs in by HTTP digest where the camera asks for that, and with a password digest in the
 * message (WS-UsernameToken) where it refuses the message itself; never with both (ONVIF Core). The time of the token is
 * that of the camera's clock.
 */
export class OnvifCaller {
  private readonly options: CallerOptions;
  private usesToken = false;
  /** Clock of the camera minus clock of the plant, milliseconds. */
  private clockErrorMs = 0;

  constructor(options: CallerOptions) {
    this.options = options;
  }

  setClock(cameraMs: number): void {
    this.clockErrorMs = cameraMs - this.options.now().getTime();
  }

  /** Throws `TransportError` when the camera refuses, answers with another status, or the answer is too long. */
  async call(url: URL, request: SoapRequest, options: SoapCallOptions = {}): Promise<SoapAnswer> {
    const first = await this.send(url, request, options);
    const isRefused = first.status === 401 || first.fault?.isSignIn === true;
    if (!isRefused || this.usesToken || this.options.credentials.user === '') return requireSuccess(first);
    this.usesToken = true;
    try {
      return requireSuccess(await this.send(url, request, options));
    } catch (error) {
      // The next connection begins anew: the user may have been set by then.
      this.usesToken = false;
      throw error;
    }
  }

  private async send(url: URL, request: SoapRequest, { maxBytes, waitMs = 0, signal }: SoapCallOptions) {
    const { host, credentials } = this.options;
    const limit = AbortSignal.any([signal ?? this.options.signal, AbortSignal.timeout(waitMs + 2 * ANSWER_MS)]);
    const answer = await callCamera(
      {
        ...{ url, host, method: 'POST', signal: limit, connectMs: waitMs + ANSWER_MS, silenceMs: ANSWER_MS },
        headers: { 'content-type': `application/soap+xml; charset=utf-8; action="${request.action}"` },
        body: buildEnvelope(request, this.usesToken ? this.createToken() : null),
      },
      this.usesToken ? { user: '', password: '' } : credentials,
    );
    const bytes = await readAnswer(answer, maxBytes ?? ANSWER_BYTES);
    const text = bytes.toString('utf8');
    const document = parseAnswer(text);
    const fault = document === null ? null : readFault(document);
    return { status: answer.statusCode ?? 0, bytes, text, document, fault };
  }

  private createToken(): UsernameToken {
    const { credentials, now } = this.options;
    const nonce = randomBytes(NONCE_BYTES);
    const created = `${new Date(now().getTime() + this.clockErrorMs).toISOString().slice(0, 19)}Z`;
    const digest = createHash('sha1').update(nonce).update(created).update(credentials.password).digest('base64');
    return { user: credentials.user, digest, nonce: nonce.toString('base64'), created };
  }
}

type Sent = SoapAnswer & { readonly status: number; readonly fault: ReturnType<typeof readFault> };

function requireSuccess({ status, fault, ...answer }: Sent): SoapAnswer {
  if (fault !== null) throw new TransportError(fault.isSignIn ? 'credentials_refused' : 'events_refused', fault.text);
  if (status !== 200) throw refuseStatus(status);
  return answer;
}
