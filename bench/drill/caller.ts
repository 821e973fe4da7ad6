import { setTimeout as delay } from 'node:timers/promises';
import { plantLogin, PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { CAMERA_KEY, PASSWORD } from '../data/plant.ts';

export type Headers = Readonly<Record<string, string>>;

/** What came back; status 0: nothing, so nobody knows whether it was done, and the body says why. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Cameras and people of the load give a call up soon and send it again: the first one may still be worked on. */
export const IMPATIENT_MS = 3_000;
const PATIENT_MS = 15_000;
const INSIST_MS = 40_000;
/** Refusals that say: later. Everything else that is no success is a finding. */
const EXPECTED_REFUSALS: ReadonlySet<number> = new Set([0, 409, 429, 503, 507]);

export const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;
export const CAMERA: Headers = { 'x-api-key': CAMERA_KEY };

/** Calls one address, counts calls without an answer, and notes every answer that no caller should get. */
export class Caller {
  unanswered = 0;
  private readonly url: string;
  private readonly onOdd: (text: string) => void;

  private readonly timeoutMs: number;

  constructor(url: string, onOdd: (text: string) => void, timeoutMs = PATIENT_MS) {
    this.url = url;
    this.onOdd = onOdd;
    this.timeoutMs = timeoutMs;
  }

  /** Sends JSON, or a form. */
  async call(method: string, path: string, headers: Headers, body?: unknown): Promise<Answer> {
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      const answer = { status: response.status, body: isJson ? JSON.parse(bytes.toString()) : bytes };
      if (!isDone(answer) && !EXPECTED_REFUSALS.has(answer.status))
        this.onOdd(`${method} ${path} ${answer.status} ${bytes.toString().slice(0, 160)}`);
      return answer;
    } catch (error) {
      this.unanswered += 1;
      return { status: 0, body: String(error instanceof Error ? (error.cause ?? error) : error) };
    }
  }

  post(path: string, headers: Headers, body?: unknown): Promise<Answer> {
    return this.call('POST', path, headers, body);
  }

  /** Repeats a call until it succeeds. Throws when it does not in time, or is refused for good. */
  async insist(method: string, path: string, headers: Headers, body?: unknown): Promise<unknown> {
    const deadline = performance.now() + INSIST_MS;
    for (;;) {
      const answer = await this.call(method, path, headers, body);
      if (isDone(answer)) return answer.body;
      const isFinal = !EXPECTED_REFUSALS.has(answer.status) || answer.status === 409;
      if (isFinal || performance.now() > deadline)
        throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
      await delay(200);
    }
  }

  /** Signs a person in; the headers state a reason. */
  async signIn(username: string): Promise<Headers> {
    const answer = await this.insist('POST', plantLogin.path, {}, { username, password: PASSWORD });
    const reason = { code: 'training', text: 'Prova dei giorni cattivi', case: '26/2026' };
    return { authorization: `Bearer ${PlantLoginResponse.parse(answer).token}`, [REASON_HEADER]: encodeReason(reason) };
  }
}
