import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { toWallMs } from '@varco/domain/time/local-time.ts';
import { SaxesParser } from 'saxes';
import { DecodeError } from '../decode/limits.ts';
import { type Branch, TreeBuilder } from '../decode/tree.ts';
import { parseXml } from '../decode/xml.ts';
import { findEvents, findFirstText } from '../engine/find.ts';
import { parseCameraTime } from '../meaning/camera-time.ts';

/** What a camera wants repeated with every call of a subscription: an element with a text. */
export interface ReferenceParameter {
  readonly name: string;
  readonly namespace: string;
  readonly text: string;
}

/** A subscription that a camera made. */
export interface SubscriptionReference {
  readonly address: string;
  readonly parameters: readonly ReferenceParameter[];
  /** Until it ends unless it is used or renewed, milliseconds by the camera's own clock; null: not stated. */
  readonly endsInMs: number | null;
}

/** What one call for events brought. */
export interface PulledEvents {
  readonly count: number;
  readonly endsInMs: number | null;
}

/** Why a camera refused a call. */
export interface SoapFault {
  readonly isSignIn: boolean;
  /** Codes and reason for the log of the operator, at most 300 characters. */
  readonly text: string;
}

const ADDRESS_LENGTH = 500;
const MAX_PARAMETERS = 10;
const EVENTS = 'http://www.onvif.org/ver10/events/wsdl';
const BODY = 'Envelope.Body';

/**
 * The body of an answer as a tree, under the limits of every message (no document types, bounded depth and values). Null: it is
 * no answer of SOAP.
 */
export function parseAnswer(text: string): Branch | null {
  try {
    const [document] = parseXml(text.replace(/^\uFEFF/, '').trim(), new TreeBuilder()).documents;
    return document !== undefined && findEvents(document, 'Envelope').length > 0 ? document : null;
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

const findText = (document: Branch, ...paths: readonly string[]): string | null =>
  findFirstText({ event: document, document, aside: [] }, paths)?.trim() ?? null;

/** The refusal that an answer is; null: it is none. */
export function readFault(document: Branch): SoapFault | null {
  const fault = `${BODY}.Fault`;
  if (findEvents(document, fault).length === 0) return null;
  const subcodes = [1, 2, 3].map((depth) => `${fault}.Code${'.Subcode'.repeat(depth)}.Value`);
  const codes = [`${fault}.Code.Value`, ...subcodes, `${fault}.faultcode`].flatMap(
    (path) => findText(document, path) ?? [],
  );
  const reason = findText(document, `${fault}.Reason.Text`, `${fault}.faultstring`) ?? '';
  const isSignIn = codes.some((code) => /NotAuthorized|FailedAuthentication|InvalidSecurity/i.test(code));
  return { isSignIn, text: [...codes, reason].join(' ').slice(0, 300) };
}

/** The clock of a camera in UTC, milliseconds since 1970; null: it states none. */
export function readClock(document: Branch): number | null {
  const at = `${BODY}.GetSystemDateAndTimeResponse.SystemDateAndTime.UTCDateTime`;
  const parts = ['Date.Year', 'Date.Month', 'Date.Day', 'Time.Hour', 'Time.Minute', 'Time.Second'];
  const numbers = parts.map((part) => {
    const text = findText(document, `${at}.${part}`) ?? '';
    return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  });
  if (numbers.some((number) => Number.isNaN(number))) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  return toWallMs(year, month, day, hour, minute, second);
}

/** Address of the service of events as the camera states it; null: it has none. */
export function readEventService(document: Branch): string | null {
  const services = findEvents(document, `${BODY}.GetServicesResponse.Service`);
  const own = services.find((service) => findText(service, 'Namespace') === EVENTS);
  const address =
    own === undefined
      ? findText(document, `${BODY}.GetCapabilitiesResponse.Capabilities.Events.XAddr`)
      : findText(own, 'XAddr');
  return address === null || address.length > ADDRESS_LENGTH ? null : address;
}

/** The subscription of an answer; null: it names none. `text`: the same answer, for what a tree does not hold. */
export function readSubscription(document: Branch, text: string): SubscriptionReference | null {
  const response = `${BODY}.CreatePullPointSubscriptionResponse`;
  const address = findText(document, `${response}.SubscriptionReference.Address`);
  if (address === null || address === '' || address.length > ADDRESS_LENGTH) return null;
  return { address, parameters: readParameters(text), endsInMs: readEnd(document, response) };
}

/** How long a renewed subscription lasts; null: not stated. */
export const readRenewal = (document: Branch): number | null => readEnd(document, `${BODY}.RenewResponse`);

/** How many events an answer has, and how long the subscription lasts; null: it is no answer to that call. */
export function readPulled(document: Branch): PulledEvents | null {
  const response = `${BODY}.PullMessagesResponse`;
  if (findEvents(document, BODY).length === 0 || findText(document, `${response}.CurrentTime`) === null) return null;
  return {
    count: findEvents(document, `${response}.NotificationMessage`).length,
    endsInMs: readEnd(document, response),
  };
}

/** Termination minus current time: both are of the camera's clock, so that its error has no effect. */
function readEnd(document: Branch, response: string): number | null {
  const [now, end] = ['CurrentTime', 'TerminationTime'].map((name) => {
    const time = parseCameraTime(findText(document, `${response}.${name}`) ?? '', 0, 'dmy');
    return time === null ? null : parseInstantMs(time.at);
  });
  return now === null || now === undefined || end === null || end === undefined ? null : end - now;
}

/** The reference parameters of a subscription with their namespaces, which trees do not have; elements with children are left out. */
function readParameters(text: string): readonly ReferenceParameter[] {
  const found: ReferenceParameter[] = [];
  const path: string[] = [];
  let content: string | null = null;
  const parser = new SaxesParser({ xmlns: true });
  // A part of an answer that was read already; what is odd here is left out.
  parser.on('error', () => {});
  parser.on('opentag', ({ local }) => {
    path.push(local);
    content = path.at(-2) === 'ReferenceParameters' ? '' : null;
  });
  parser.on('text', (piece) => {
    if (content !== null) content += piece;
  });
  parser.on('closetag', ({ local, uri }) => {
    path.pop();
    const isParameter = content !== null && path.at(-1) === 'ReferenceParameters' && /^[\w.-]{1,100}$/.test(local);
    if (isParameter && found.length < MAX_PARAMETERS)
      found.push({
        name: local,
        namespace: uri.slice(0, ADDRESS_LENGTH),
        text: (content ?? '').trim().slice(0, ADDRESS_LENGTH),
      });
    content = null;
  });
  parser.write(text.trim());
  return found;
}
