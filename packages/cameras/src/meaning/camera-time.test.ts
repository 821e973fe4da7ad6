import { describe, expect, test } from 'vitest';
import { readCameraMessage } from '../read-camera-message.ts';

/** The instant that a message with this time is read at, in the zone of Rome, and where its offset comes from. */
function readTime(text: string): readonly [at: string | null, source: string] {
  const body = Buffer.from(JSON.stringify({ plate: 'AB123CD', at: text }));
  const result = readCameraMessage(
    { contentType: 'application/json', body, fileName: null, query: '' },
    {
      ...{ family: 'generic', timeZone: 'Europe/Rome', speedUnit: 'kmh' },
      mapping: {
        ...{ each: '', dateOrder: 'dmy', confidenceScale: 'auto', noPlateWords: [] },
        fields: { plate: ['plate'], at: ['at'] },
      },
    },
  );
  const read = result.kind === 'reads' ? result.reads[0] : undefined;
  return [read?.at ?? null, read?.timeSource ?? 'none'];
}

describe('times as cameras write them', () => {
  test.each([
    ['2025-11-29T10:00:00-0500', '15:00:00.000'],
    ['2025-11-29 10:00:00-05', '15:00:00.000'],
    ['20251129100000-0500', '15:00:00.000'],
    ['20251129 100000123+0100', '09:00:00.123'],
    ['2025-11-29T10:00:00.1234567+01:00', '09:00:00.123'],
    ['2025-11-29T10:00:00+01:00[Europe/Rome]', '09:00:00.000'],
    ['2025-11-29 10:00:00 CET', '09:00:00.000'],
    ['2025-11-29 10:00:00 GMT', '10:00:00.000'],
    ['2025-11-29 10:00:00 UTC+1', '09:00:00.000'],
    ['2025-11-29 10:00:00 GMT-05:00', '15:00:00.000'],
    ['Sat Nov 29 10:00:00 EET 2025', '08:00:00.000'],
    ['Sat Nov 29 2025 10:00:00 GMT+0100 (CET)', '09:00:00.000'],
  ])('%s states its offset', (text, clock) => {
    expect(readTime(text)).toEqual([`2025-11-29T${clock}Z`, 'offset']);
  });

  test.each([
    ['2025-11-29 10-00-00-123', '09:00:00.123'],
    ['20251129100000-123', '09:00:00.123'],
    ['2025-11-29T10:00:00:123', '09:00:00.123'],
    ['29/11/25 10.00.00', '09:00:00.000'],
    ['29.11.2025 10:00:00 p.m.', '21:00:00.000'],
    ['29 novembre 2025 10:00:00', '09:00:00.000'],
    ['Sat Nov 29 10:00:00 2025', '09:00:00.000'],
    ['2025-11-29 10:00:00 XYZ', '09:00:00.000'],
  ])('%s is of the zone of the camera', (text, clock) => {
    expect(readTime(text)).toEqual([`2025-11-29T${clock}Z`, 'zone']);
  });

  test.each([
    ['1764406800', '09:00:00.000'],
    ['1764406800.25', '09:00:00.250'],
    ['1764406800,25', '09:00:00.250'],
    ['1764406800250', '09:00:00.250'],
    ['1764406800250000', '09:00:00.250'],
    ['1764406800250000000', '09:00:00.250'],
    ['1.76440680025e+9', '09:00:00.250'],
    ['1.764406800250E12', '09:00:00.250'],
    ['1.764406800e15', '09:00:00.000'],
  ])('%s is a count since 1970', (text, clock) => {
    expect(readTime(text)).toEqual([`2025-11-29T${clock}Z`, 'epoch']);
  });

  test.each(['1.7644e+9', '1.764406800250e+99', '-1764406800', '9.9e9', '1764406800e3', '1.76440680025e-9'])(
    '%s is no time, or one that was rounded',
    (text) => {
      expect(readTime(text)).toEqual([null, 'none']);
    },
  );

  test.each([
    '1764406800.123',
    '1764406800123',
    '1764406800123456',
    '1764406800123456789',
    '/Date(1764406800123+0100)/',
  ])('%s is a count since 1970', (text) => {
    expect(readTime(text)).toEqual(['2025-11-29T09:00:00.123Z', 'epoch']);
  });

  test.each(['2025-13-29 10:00:00', '29/11/125 10:00:00', '2025-11-29 10:00:00+99:00:00', '10:00:00', '/Date(abc)/'])(
    '%s is no time',
    (text) => {
      expect(readTime(text)).toEqual([null, 'none']);
    },
  );

  test('a year of two digits is not read where the family does not say which part is the day', () => {
    const body = Buffer.from('{"plate":"AB123CD","detection_region":"1","time":"25/11/29 10:00:00"}');
    const profile = { family: 'milesight', timeZone: 'Europe/Rome', speedUnit: 'kmh', mapping: null } as const;
    const result = readCameraMessage({ contentType: null, body, fileName: null, query: '' }, profile);
    expect(result).toMatchObject({ kind: 'reads', reads: [{ plate: 'AB123CD', at: null }] });
  });
});
