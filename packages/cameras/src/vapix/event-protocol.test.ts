import { expect, test } from 'vitest';
import { classifyMessage, EVENTS_CONFIGURE } from './event-protocol.ts';

test.each([
  ['{"method":"events:configure","data":{}}', { kind: 'configured' }],
  [
    '{"method":"events:configure","error":{"code":2104,"message":"Invalid topic"}}',
    { kind: 'refused', text: '2104 Invalid topic' },
  ],
  ['{"method":"events:configure","error":{"code":{},"message":["x"]}}', { kind: 'refused', text: '' }],
  ['{"method":"events:notify","params":{}}', { kind: 'event' }],
  ['{"anything":1}', { kind: 'event' }],
  ['[]', { kind: 'unreadable' }],
  ['null', { kind: 'unreadable' }],
  ['{"method":', { kind: 'unreadable' }],
  ['', { kind: 'unreadable' }],
])('a message over WebSocket is told apart: %s', (text, expected) => {
  expect(classifyMessage(text)).toEqual(expected);
});

test('a refusal of any length is shortened; the call names topics alone', () => {
  const long = JSON.stringify({ method: 'events:configure', error: { message: 'x'.repeat(5_000) } });
  expect(classifyMessage(long)).toEqual({ kind: 'refused', text: 'x'.repeat(200) });
  expect(Object.keys(JSON.parse(EVENTS_CONFIGURE).params)).toEqual(['eventFilterList']);
});
