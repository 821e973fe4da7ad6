/**
 * Topics of applications that read plates: AXIS License Plate Verifier, and applications of CAMMRA and Vaxtor. Each has the events
 * of its vehicles in all their stages under one topic.
 */
const TOPICS = ['tnsaxis:CameraApplicationPlatform/ALPV.AllPlates', 'tnsaxis:CameraApplicationPlatform/LPR'] as const;

/** The call that chooses the events of a connection (VAPIX, event streaming over WebSocket 1.0). */
export const EVENTS_CONFIGURE = JSON.stringify({
  apiVersion: '1.0',
  context: 'varco',
  method: 'events:configure',
  params: { eventFilterList: TOPICS.map((topicFilter) => ({ topicFilter })) },
});

/** Path and query of the events of a camera. */
export const EVENTS_PATH = '/vapix/ws-data-stream?sources=events';
/** Path of the tokens of cameras that want one instead of a password. */
export const TOKEN_PATH = '/axis-cgi/wssession.cgi';

/** What a message of a connection is: the answer to the call above, or anything that follows it. */
export type EventsAnswer =
  | { readonly kind: 'configured' }
  /** `text`: code and words of the camera, at most 200 characters. */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'event' };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells what a message is. Its fields are read by the family, as those of every other message. */
export function classifyMessage(text: string): EventsAnswer {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: 'unreadable' };
  }
  if (!isObject(message)) return { kind: 'unreadable' };
  if (message['method'] !== 'events:configure') return { kind: 'event' };
  const { error } = message;
  if (error === undefined || error === null) return { kind: 'configured' };
  const words = isObject(error) ? [error['code'], error['message']] : [error];
  const said = words.filter((word) => typeof word === 'string' || typeof word === 'number');
  return { kind: 'refused', text: said.join(' ').slice(0, 200) };
}
