import { CLIENT_HEADERS } from '../portal/portal-client.ts';
import type { Headers } from '../drill/caller.ts';
import type { Tally } from './tally.ts';
import { authParams, login, refresh, SessionResponse } from '@varco/contract/portal/auth.ts';
import { getUser } from '@varco/contract/portal/user.ts';

const TIMEOUT_MS = 15_000;

export interface PortalAccount {
  readonly username: string;
  /** Password proof, as the browser derives it. */
  readonly proof: string;
}

/** A person signed in to the portal with the cookies of a browser. */
export class PortalPerson {
  private readonly origin: string;
  private readonly account: PortalAccount;
  private readonly tally: Tally;
  private readonly timeoutMs: number;
  private readonly cookies = new Map<string, string>();
  private session: SessionResponse | null = null;

  constructor(origin: string, account: PortalAccount, tally: Tally, timeoutMs = TIMEOUT_MS) {
    this.timeoutMs = timeoutMs;
    this.origin = origin;
    this.account = account;
    this.tally = tally;
  }

  /** Headers of the person's calls; without a session none. */
  headers(): Headers {
    return this.session === null ? {} : { ...CLIENT_HEADERS, authorization: `Bearer ${this.session.token}` };
  }

  /** Signs in, if necessary again. */
  async signIn(): Promise<void> {
    const { username, proof } = this.account;
    await this.call('POST', authParams.path, { username });
    const answer = await this.call('POST', login.path, { username, password: proof, remember: true });
    this.session = answer === null ? null : SessionResponse.parse(answer);
  }

  /** Renews the session, whose token is replaced each time, and reads the own record. Signs in where there is none. */
  async renew(): Promise<void> {
    if (this.session === null) return this.signIn();
    const answer = await this.call('POST', refresh.path);
    this.session = answer === null ? null : SessionResponse.parse(answer);
    if (this.session !== null) await this.call('GET', getUser.path.replace(':id', String(this.session.user.id)));
    return undefined;
  }

  /** Null: it did not succeed, and was counted. */
  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const begunAt = performance.now();
    const note = (status: number, content: unknown): void =>
      this.tally.note(method, path, { status, body: content }, performance.now() - begunAt);
    try {
      const response = await fetch(`${this.origin}${path}`, {
        method,
        headers: {
          ...CLIENT_HEADERS,
          ...this.headers(),
          origin: this.origin,
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      const text = await response.text();
      note(response.status, text);
      if (!response.ok) return null;
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        this.cookies.set(name, value);
      }
      return JSON.parse(text);
    } catch (error) {
      note(0, String(error instanceof Error ? (error.cause ?? error) : error));
      return null;
    }
  }
}
