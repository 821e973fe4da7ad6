import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CameraCertificate } from './camera-certificate.ts';
import { CAMERA_PASSWORD, CAMERA_USER, isSignedIn, refuseUnsigned } from './camera-sign-in.ts';

/** What a stand-in camera does wrong, or how it wants to be signed in to. */
export type OnvifBehaviour =
  /** A password digest in the message, at most five minutes old by the camera's own clock. */
  | 'token'
  /** Digest of HTTP. */
  | 'digest'
  | 'open'
  | 'refuses everybody'
  | 'never answers'
  | 'has no events'
  | 'sends no XML'
  | 'sends too much'
  | 'sends a document type'
  | 'redirects';

export interface OnvifOptions {
  readonly behaviour?: OnvifBehaviour;
  /** Its clock minus the right one, milliseconds. */
  readonly clockErrorMs?: number;
  /** How long a subscription lasts, seconds; it ends when it is not renewed. */
  readonly subscriptionS?: number;
  /** Absent: without TLS. */
  readonly certificate?: CameraCertificate | null;
}

/** A camera with the event service of ONVIF (PullPoint). */
export interface StandInOnvif {
  readonly address: string;
  /** Names of the calls in their order. */
  readonly calls: readonly string[];
  readonly bodies: readonly string[];
  /** Adds events to every subscription, and to each made later: a camera that offers again what it has. */
  offer(...events: readonly string[]): void;
  /** Forgets its subscriptions, as a camera that restarts does. */
  restart(): void;
  close(): Promise<void>;
}

const MAX_AGE_MS = 300_000;
const PULL_MS = 400;
const TOO_LONG = 9 * 1024 * 1024;
const SUBSCRIPTION = /<p:Idx [^>]*>(\d+)<\/p:Idx>/;

/** An event as ONVIF Analytics describes the rule for plates. `utc`: its time as written. */
export const buildOnvifEvent = (plate: string, utc: string, more = ''): string =>
  `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:RuleEngine/Recognition/LicensePlate</wsnt:Topic><wsnt:Message><tt:Message UtcTime="${utc}"><tt:Source><tt:SimpleItem Name="VideoSource" Value="VideoSource_1"/></tt:Source><tt:Data><tt:ElementItem Name="LicensePlateInfo"><tt:LicensePlateInfo><tt:PlateNumber Likelihood="0.9">${plate}</tt:PlateNumber><tt:CountryCode>IT</tt:CountryCode></tt:LicensePlateInfo></tt:ElementItem>${more}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`;

const buildAnswer = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:wsa="http://www.w3.org/2005/08/addressing" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:tev="http://www.onvif.org/ver10/events/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:tns1="http://www.onvif.org/ver10/topics"><env:Body>${body}</env:Body></env:Envelope>`;

const buildFault = (code: string): string =>
  `<env:Fault xmlns:ter="http://www.onvif.org/ver10/error"><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>ter:${code}</env:Value></env:Subcode></env:Code><env:Reason><env:Text xml:lang="en">refused</env:Text></env:Reason></env:Fault>`;

export class OnvifCamera implements StandInOnvif {
  readonly calls: string[] = [];
  readonly bodies: string[] = [];
  private readonly options: Required<OnvifOptions>;
  private readonly offered: string[] = [];
  private readonly subscriptions = new Map<string, { readonly waiting: string[]; endsMs: number }>();
  private readonly server: ReturnType<typeof createServer>;
  private made = 0;

  private constructor(options: OnvifOptions) {
    this.options = { behaviour: 'token', clockErrorMs: 0, subscriptionS: 300, certificate: null, ...options };
    const { certificate } = this.options;
    const answer = (request: IncomingMessage, response: ServerResponse): unknown => this.answer(request, response);
    this.server = certificate === null ? createServer(answer) : createTlsServer(certificate, answer);
  }

  static async start(options: OnvifOptions = {}): Promise<StandInOnvif> {
    const camera = new OnvifCamera(options);
    camera.server.listen(0, '127.0.0.1');
    await new Promise((resolve) => camera.server.once('listening', resolve));
    return camera;
  }

  get address(): string {
    const scheme = this.options.certificate === null ? 'http' : 'https';
    return `${scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  offer(...events: readonly string[]): void {
    this.offered.push(...events);
    for (const { waiting } of this.subscriptions.values()) waiting.push(...events);
  }

  restart(): void {
    this.subscriptions.clear();
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private nowMs(): number {
    return Date.now() + this.options.clockErrorMs;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const body = await text(request).catch(() => '');
    const name = /<s:Body><(?:\w+):(\w+)/.exec(body)?.[1] ?? '';
    this.calls.push(name);
    this.bodies.push(body);
    const { behaviour } = this.options;
    if (behaviour === 'never answers') return;
    if (behaviour === 'redirects') {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      return;
    }
    if (behaviour === 'sends no XML') return void response.end('{"camera":"no"}');
    if (behaviour === 'sends a document type')
      return void response.end(buildAnswer('').replace('<env:Env', '<!DOCTYPE a [<!ENTITY b "c">]><env:Env'));
    const isOpen = name === 'GetSystemDateAndTime' || behaviour === 'open';
    if (!isOpen && behaviour === 'refuses everybody') return refuseUnsigned(response);
    if (!isOpen && behaviour === 'digest' && !isSignedIn(request)) return refuseUnsigned(response);
    if (!isOpen && behaviour !== 'digest' && !this.isTokenValid(body))
      return void response.writeHead(400).end(buildAnswer(buildFault('NotAuthorized')));
    const answer = await this.answerCall(name, body);
    const isFault = answer.includes('<env:Fault');
    response.writeHead(isFault ? 500 : 200, { 'content-type': 'application/soap+xml' }).end(buildAnswer(answer));
  }

  private isTokenValid(body: string): boolean {
    const field = (name: string): string => new RegExp(`<\\w+:${name}(?: [^>]*)?>([^<]*)<`).exec(body)?.[1] ?? '';
    const created = field('Created');
    const expected = createHash('sha1')
      .update(Buffer.from(field('Nonce'), 'base64'))
      .update(created + CAMERA_PASSWORD)
      .digest('base64');
    const isFresh = Math.abs(Date.parse(created) - this.nowMs()) < MAX_AGE_MS;
    return field('Username') === CAMERA_USER && field('Password') === expected && isFresh;
  }

  private async answerCall(name: string, body: string): Promise<string> {
    if (name === 'GetSystemDateAndTime') return this.answerClock();
    // Its own address as behind another network: only the path is of use.
    if (name === 'GetServices')
      return this.options.behaviour === 'has no events'
        ? buildFault('ActionNotSupported')
        : '<tds:GetServicesResponse><tds:Service><tds:Namespace>http://www.onvif.org/ver10/events/wsdl</tds:Namespace><tds:XAddr>http://169.254.169.254/onvif/events</tds:XAddr></tds:Service></tds:GetServicesResponse>';
    if (name === 'CreatePullPointSubscription') return this.subscribe();
    const id = SUBSCRIPTION.exec(body)?.[1] ?? '';
    const subscription = this.subscriptions.get(id);
    if (subscription === undefined || subscription.endsMs < Date.now()) return buildFault('InvalidArgVal');
    if (name === 'Unsubscribe') this.subscriptions.delete(id);
    if (name === 'Renew') subscription.endsMs = Date.now() + this.options.subscriptionS * 1_000;
    if (name !== 'PullMessages')
      return `<wsnt:${name}Response>${this.times('wsnt', subscription.endsMs)}</wsnt:${name}Response>`;
    if (this.options.behaviour === 'sends too much')
      return `<tev:PullMessagesResponse>${' '.repeat(TOO_LONG)}</tev:PullMessagesResponse>`;
    if (subscription.waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, PULL_MS));
    const limit = Number(/<tev:MessageLimit>(\d+)</.exec(body)?.[1]);
    const events = subscription.waiting.splice(0, limit).join('');
    return `<tev:PullMessagesResponse>${this.times('tev', subscription.endsMs)}${events}</tev:PullMessagesResponse>`;
  }

  private answerClock(): string {
    const at = new Date(this.nowMs());
    const time = `<tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second>`;
    const day = `<tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day>`;
    return `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:UTCDateTime><tt:Time>${time}</tt:Time><tt:Date>${day}</tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`;
  }

  private subscribe(): string {
    this.made += 1;
    const endsMs = Date.now() + this.options.subscriptionS * 1_000;
    this.subscriptions.set(String(this.made), { waiting: [...this.offered], endsMs });
    return `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference><wsa:Address>http://169.254.169.254/onvif/pull?a=1&amp;b=2</wsa:Address><wsa:ReferenceParameters><own:Idx xmlns:own="urn:stand-in">${this.made}</own:Idx></wsa:ReferenceParameters></tev:SubscriptionReference>${this.times('wsnt', endsMs)}</tev:CreatePullPointSubscriptionResponse>`;
  }

  private times(prefix: string, endsMs: number): string {
    const toText = (ms: number): string => new Date(ms + this.options.clockErrorMs).toISOString();
    return `<${prefix}:CurrentTime>${toText(Date.now())}</${prefix}:CurrentTime><${prefix}:TerminationTime>${toText(endsMs)}</${prefix}:TerminationTime>`;
  }
}
