import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCameraMessage } from '../read-camera-message.ts';
import { EventGroups } from './event-groups.ts';
import { FrameTooLong } from './frame-splitter.ts';
import { PartSplitter } from './part-splitter.ts';

const encode = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const JPEG = '\u00ff\u00d8\u00ff\u00e0--edge\r\nnot the end\u00ff\u00d9';
const PROFILE = { family: 'auto', timeZone: 'Europe/Rome', speedUnit: 'kmh', mapping: null } as const;

const part = (type: string, body: string, hasLength = true): string =>
  `--edge\r\nContent-Type: ${type}\r\n${hasLength ? `Content-Length: ${body.length}\r\n` : ''}\r\n${body}\r\n`;

function splitAll(text: string, boundary: string | null, size: number): readonly string[] {
  const splitter = new PartSplitter(boundary, 100_000);
  const bytes = encode(text);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += size)
    found.push(...splitter.push(bytes.subarray(at, at + size)).map((one) => decode(one.bytes)));
  return found;
}

test.each([['edge'], ['--edge'], [null]])('parts are found in any pieces, boundary %s', (boundary) => {
  const text = `\r\n${part('text/plain', 'Heartbeat', false)}${part('application/xml', '<a>1</a>')}${part('image/jpeg', JPEG)}${part('text/plain', 'x', false)}`;
  for (const size of [1, 3, 10, 1_000]) expect(splitAll(text, boundary, size)).toEqual(['Heartbeat', '<a>1</a>', JPEG]);
});

test('a part or a header longer than allowed ends the stream', () => {
  expect(() => new PartSplitter('edge', 100).push(encode(part('text/plain', 'y'.repeat(300), false)))).toThrow(
    FrameTooLong,
  );
  expect(() => new PartSplitter('edge', 100).push(encode('--edge\r\nContent-Length: 999999999\r\n\r\n'))).toThrow(
    FrameTooLong,
  );
  expect(() => new PartSplitter('edge', 100).push(encode('z'.repeat(9_000)))).toThrow(FrameTooLong);
});

test('any bytes give parts or an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
      const splitter = new PartSplitter(null, 200);
      const all = Buffer.concat([encode('--e\r\n'), bytes, encode('\r\n--e\r\n\r\nx\r\n--e\r\n')]);
      try {
        for (let at = 0; at < all.length; at += size) splitter.push(all.subarray(at, at + size));
      } catch (error) {
        expect(error).toBeInstanceOf(FrameTooLong);
      }
    }),
  );
});

test('an event and the pictures after it are one message, which is read with them', () => {
  const xml =
    '<EventNotificationAlert version="2.0"><eventType>ANPR</eventType><dateTime>2026-11-27T10:00:00+01:00</dateTime><ANPR><licensePlate>AA000BB</licensePlate></ANPR></EventNotificationAlert>';
  const head =
    'Content-Disposition: form-data; name="detectionPicture.jpg"; filename="detectionPicture.jpg"\r\nContent-Type: image/jpeg\r\n';
  const groups = new EventGroups();
  expect(groups.push({ head: 'Content-Type: application/xml\r\n', bytes: encode(xml) })).toBeNull();
  expect(groups.push({ head, bytes: encode(JPEG) })).toBeNull();
  const message = groups.push({ head: '', bytes: encode('<heartbeat/>') });
  expect(message).not.toBeNull();
  if (message === null) return;
  const read = readCameraMessage(message, PROFILE);
  expect(read).toMatchObject({ kind: 'reads', family: 'hikvision', reads: [{ plate: 'AA000BB' }] });
  expect(groups.isWaiting).toBe(true);
  expect(decode(groups.flush()?.body ?? new Uint8Array())).toBe('<heartbeat/>');
  expect(groups.flush()).toBeNull();
});
