import type { ReferenceParameter } from './soap-answers.ts';

/** Name and password of WS-Security: digest = Base64(SHA-1(nonce + created + password)), nonce in Base64. */
export interface UsernameToken {
  readonly user: string;
  readonly digest: string;
  readonly nonce: string;
  /** ISO instant, by the clock of the camera. */
  readonly created: string;
}

/** One call of a service of ONVIF. */
export interface SoapRequest {
  /** WS-Addressing action; it is also sent as a parameter of the content type. */
  readonly action: string;
  readonly body: string;
  /** Address of a subscription as the camera named it, and what it wants repeated; absent: a call of a service. */
  readonly to?: { readonly address: string; readonly parameters: readonly ReferenceParameter[] };
}

const DEVICE = 'http://www.onvif.org/ver10/device/wsdl';
const EVENTS = 'http://www.onvif.org/ver10/events/wsdl';
const BASE_NOTIFICATION = 'http://docs.oasis-open.org/wsn/bw-2';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

type Subscription = NonNullable<SoapRequest['to']>;

export const GET_CLOCK: SoapRequest = { action: `${DEVICE}/GetSystemDateAndTime`, body: '<tds:GetSystemDateAndTime/>' };

export const GET_SERVICES: SoapRequest = {
  action: `${DEVICE}/GetServices`,
  body: '<tds:GetServices><tds:IncludeCapability>false</tds:IncludeCapability></tds:GetServices>',
};

/** What cameras know that are older than `GetServices`. */
export const GET_CAPABILITIES: SoapRequest = {
  action: `${DEVICE}/GetCapabilities`,
  body: '<tds:GetCapabilities><tds:Category>Events</tds:Category></tds:GetCapabilities>',
};

/** A subscription without a filter, because cameras name their topics of plates differently. `seconds`: until it ends. */
export const createSubscription = (seconds: number): SoapRequest => ({
  action: `${EVENTS}/EventPortType/CreatePullPointSubscriptionRequest`,
  body: `<tev:CreatePullPointSubscription><tev:InitialTerminationTime>PT${seconds}S</tev:InitialTerminationTime></tev:CreatePullPointSubscription>`,
});

/** Waits up to `seconds` for at most `limit` events. */
export const pullMessages = (to: Subscription, seconds: number, limit: number): SoapRequest => ({
  action: `${EVENTS}/PullPointSubscription/PullMessagesRequest`,
  body: `<tev:PullMessages><tev:Timeout>PT${seconds}S</tev:Timeout><tev:MessageLimit>${limit}</tev:MessageLimit></tev:PullMessages>`,
  to,
});

export const renewSubscription = (to: Subscription, seconds: number): SoapRequest => ({
  action: `${BASE_NOTIFICATION}/SubscriptionManager/RenewRequest`,
  body: `<wsnt:Renew><wsnt:TerminationTime>PT${seconds}S</wsnt:TerminationTime></wsnt:Renew>`,
  to,
});

export const endSubscription = (to: Subscription): SoapRequest => ({
  action: `${BASE_NOTIFICATION}/SubscriptionManager/UnsubscribeRequest`,
  body: '<wsnt:Unsubscribe/>',
  to,
});

const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

/** The message of a call (SOAP 1.2). `token`: how the caller signs in; null: not at all, or by HTTP. */
export function buildEnvelope({ action, body, to }: SoapRequest, token: UsernameToken | null): string {
  const parameters = (to?.parameters ?? []).map(
    ({ name, namespace, text }) =>
      `<p:${name} xmlns:p="${escapeXml(namespace)}" wsa:IsReferenceParameter="true">${escapeXml(text)}</p:${name}>`,
  );
  const head = [
    `<wsa:Action>${escapeXml(action)}</wsa:Action>`,
    ...(to === undefined ? [] : [`<wsa:To>${escapeXml(to.address)}</wsa:To>`]),
    ...parameters,
    ...(token === null ? [] : [buildToken(token)]),
  ].join('');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:wsa="http://www.w3.org/2005/08/addressing"',
    ` xmlns:tds="${DEVICE}" xmlns:tev="${EVENTS}" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2">`,
    `<s:Header>${head}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  ].join('');
}

const buildToken = ({ user, digest, nonce, created }: UsernameToken): string =>
  [
    `<wsse:Security xmlns:wsse="${SECURITY}-wssecurity-secext-1.0.xsd" xmlns:wsu="${SECURITY}-wssecurity-utility-1.0.xsd">`,
    `<wsse:UsernameToken><wsse:Username>${escapeXml(user)}</wsse:Username>`,
    `<wsse:Password Type="${SECURITY}-username-token-profile-1.0#PasswordDigest">${digest}</wsse:Password>`,
    `<wsse:Nonce EncodingType="${SECURITY}-soap-message-security-1.0#Base64Binary">${nonce}</wsse:Nonce>`,
    `<wsu:Created>${created}</wsu:Created></wsse:UsernameToken></wsse:Security>`,
  ].join('');
