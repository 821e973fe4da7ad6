import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CameraMessage, CameraProfile } from './camera-types.ts';
import { LIMITS } from './decode/limits.ts';
import { describeFields, readCameraMessage } from './read-camera-message.ts';
import { loadSamples } from './testing/load-samples.ts';

const samples = loadSamples();
/** Mutated bodies; `VARCO_MUTATIONS` for a longer run. */
const RUNS = Number(process.env['VARCO_MUTATIONS'] ?? 12_000);
const PROFILE: CameraProfile = { family: 'auto', timeZone: 'Europe/Rome', speedUnit: 'kmh', mapping: null };
const HOSTILE = [
  '__proto__',
  'constructor',
  '{"__proto__":{"plate":"X"}}',
  '[[[[[[',
  '{"a":{"a":{"a":',
  '<a><b><c>',
  '&&&&',
  '&#x10ffff;',
  '<!DOCTYPE a>',
  '<![CDATA[',
  ']]>',
  '\u0000',
  '\u0002\u0003',
  '--boundary',
  '\r\n\r\n',
  '1e999',
  '9'.repeat(400),
  '%%%',
  '%E0%A4',
  '\\u',
  '\\',
  '"',
  "'",
  '=;=;',
  '\u202E',
  'data:image/jpeg;base64,',
  '-'.repeat(200),
  ';'.repeat(200),
];

/** One change of a body. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), bit: fc.nat(1) }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), bit: fc.nat(200) }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bit: fc.nat(HOSTILE.length - 1),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.double({ min: 0, max: 1, noNaN: true }), bit: fc.nat(60) }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer One> ? One : never;

function mutate(body: Uint8Array, { kind, at, bit }: Mutation): Uint8Array {
  const from = Math.floor(at * body.length);
  const [before, after] = [body.subarray(0, from), body.subarray(from)];
  switch (kind) {
    case 'flip': {
      const copy = Uint8Array.from(body);
      copy[from] = (copy[from] ?? 0) ^ (1 << bit);
      return copy;
    }
    case 'cut':
      return bit === 0 ? before : after;
    case 'repeat':
      return Buffer.concat([before, body.subarray(from, from + bit), after]);
    case 'insert':
      return Buffer.concat([before, Buffer.from(HOSTILE[bit] ?? ''), after]);
    case 'remove':
      return Buffer.concat([before, body.subarray(from + bit)]);
  }
}

const letters = (text: string): string => text.replaceAll(/\s+/g, '');

/** The body in every form its text may have; a plate must be in one of them. */
function forms(body: Uint8Array): readonly string[] {
  const utf8 = Buffer.from(body).toString('utf8');
  const texts = [utf8, Buffer.from(body).toString('latin1'), new TextDecoder('windows-1252').decode(body)];
  if (body[0] === 0xff || body[0] === 0xfe)
    texts.push(new TextDecoder('utf-16le').decode(body), new TextDecoder('utf-16be').decode(body));
  const decoded = texts.flatMap((text) => [
    text,
    text
      .replaceAll(/%([\dA-F]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('+', ' '),
    text
      .replaceAll(/\\u([\dA-F]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll(/\\[bfnrt]/g, ' ')
      .replaceAll(/\\(.)/g, '$1'),
    text
      .replaceAll(/<!\[CDATA\[|\]\]>|<!--.*?-->|<\?.*?\?>/gs, '')
      .replaceAll(/&#x([\dA-F]{1,6});/gi, (_all, code: string) =>
        String.fromCodePoint(Math.min(0x10_ff_ff, Number.parseInt(code, 16))),
      )
      .replaceAll(
        /&(amp|lt|gt|quot|apos);/g,
        (_all, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
      ),
  ]);
  return decoded.map(letters);
}

function expectHonest(message: CameraMessage, profile: CameraProfile): void {
  const result = readCameraMessage(message, profile);
  if (result.kind !== 'reads') return;
  const texts = [...forms(message.body), letters(decodeURIComponent(message.query)), letters(message.fileName ?? '')];
  for (const read of result.reads) {
    for (const plate of [read.plate, ...read.candidates.map((one) => one.plate)]) {
      if (plate !== null)
        expect(
          texts.some((text) => text.includes(letters(plate))),
          plate,
        ).toBe(true);
    }
    expect(read.confidence ?? 0).toBeLessThanOrEqual(100);
    expect(read.speedKmh ?? 0).toBeLessThanOrEqual(400);
    expect(read.pictures.every(({ bytes }) => bytes.length <= message.body.length)).toBe(true);
  }
  expect(result.reads.length).toBeLessThanOrEqual(LIMITS.reads);
}

// Against hanging only: a body takes less than a millisecond on a quiet machine.
const MAPPED = { dateOrder: 'dmy', confidenceScale: 'auto', noPlateWords: [] } as const;

describe('hostile bodies', { timeout: 120_000 + 10 * RUNS }, () => {
  test('mutated samples never throw and never give a plate that is not in them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        ({ message, profile, family }, mutations, isDeclared) => {
          const body = mutations.reduce(mutate, message.body);
          expectHonest({ ...message, body }, isDeclared ? { ...profile, family } : profile);
        },
      ),
      { numRuns: RUNS },
    );
    expect(({} as Record<string, unknown>)['plate']).toBeUndefined();
  });

  test('any bytes with any content type never throw', () => {
    const types = [
      null,
      'application/json',
      'text/xml; charset=utf-16',
      'multipart/form-data; boundary=x',
      'text/plain; charset=nonsense',
    ];
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(...types),
        fc.string(),
        (body, contentType, query) => {
          const message = { body, contentType, query, fileName: query };
          expect(['reads', 'heartbeat', 'refused']).toContain(readCameraMessage(message, PROFILE).kind);
          expect(describeFields(message).length).toBeLessThanOrEqual(500);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  const mega = (piece: string, bytes = 4_000_000): string => piece.repeat(Math.ceil(bytes / piece.length));
  test.each([
    ['nested lists', mega('[')],
    ['nested objects', mega('{"a":')],
    ['nested elements', mega('<a>')],
    ['many elements', `<r>${mega('<a/>')}</r>`],
    ['many attributes', `<r ${mega('a="1" ')}/>`],
    ['backslashes in a text', `{"plate":"${mega('\\\\')}`],
    ['quotes after backslashes', `{"plate":"${mega('\\"')}"}`],
    ['ampersands', `<r>${mega('&')}</r>`],
    ['an entity without end', `<r>&${mega('a')}</r>`],
    ['a comment without end', `<r><!--${mega('-')}`],
    ['dashes like boundaries', `--x\r\n${mega('-')}`],
    ['boundaries', mega('--x\r\n')],
    ['part headers', `--x\r\n${mega('a: b\r\n')}`],
    ['form fields', mega('a=1&')],
    ['percent signs', `a=${mega('%')}`],
    ['lines', mega('a\n')],
    ['settings', mega('a=1;')],
    ['spaces between settings', `a=1${mega(', ')}`],
    ['separators', mega(';')],
    ['quotes in a row', `${mega('";')}`],
    ['frames', mega('\u0002a\u0003')],
    ['an index per step', mega('a[9].')],
    ['event data', `Code=1;${mega('a=1;')}data={`],
    ['list of empty reads', `{"results":[${mega('{"plate":""},')}]}`],
    ['base64', `{"PLATE_STRING":"A","IMAGE_CTX":"${mega('/9j/')}"}`],
  ])('4 MB of %s are read in linear time', (_name, text) => {
    const began = process.threadCpuUsage();
    for (const contentType of [null, 'multipart/form-data; boundary=x']) {
      readCameraMessage({ body: Buffer.from(text), contentType, query: '', fileName: null }, PROFILE);
    }
    const { user, system } = process.threadCpuUsage(began);
    // Two readings, processor time: what is not linear takes minutes.
    expect((user + system) / 1000).toBeLessThan(4_000);
  });

  const many = (count: number, toText: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => toText(at)).join(',');
  test.each([
    [
      'a list beside many fields',
      `{${many(9_000, (at) => `"f${at}":1`)},"a":[${many(300, (at) => `{"p":"A${at}"}`)}]}`,
    ],
    ['a list of lists', `{"a":${'['.repeat(20)}${many(900, (at) => `[{"p":"A${at}"}]`)}${']'.repeat(20)}}`],
    ['a list of texts', `{"a":[${many(15_000, (at) => `"A${at}"`)}]}`],
    ['a list below many nodes', `${'{"a":'.repeat(25)}[${many(900, (at) => `{"p":"A${at}"}`)}]${'}'.repeat(25)}`],
  ])('%s is read or refused at once through any mapping', (_name, text) => {
    const deep = Array.from({ length: 25 }, () => 'a').join('.');
    const began = process.threadCpuUsage();
    for (const each of ['', 'a', '*', deep])
      for (const plate of ['a.p', 'a', '*.p', '*', `${deep}.p`, 'p']) {
        const mapping = { each, fields: { plate: [plate], at: ['a.t', 't', '/a.t'] }, ...MAPPED };
        const result = readCameraMessage(
          { body: Buffer.from(text), contentType: null, query: '', fileName: null },
          { ...PROFILE, family: 'generic', mapping },
        );
        if (result.kind === 'reads') expect(result.reads.length).toBeLessThanOrEqual(LIMITS.reads);
        expect(['reads', 'refused']).toContain(result.kind);
      }
    const { user, system } = process.threadCpuUsage(began);
    // 24 readings, processor time.
    expect((user + system) / 1000).toBeLessThan(8_000);
  });

  test('a body over the limit is refused unread, and a document type is refused', () => {
    const read = (body: Uint8Array) =>
      readCameraMessage({ body, contentType: null, query: '', fileName: null }, PROFILE);
    expect(read(new Uint8Array(LIMITS.bodyBytes + 1))).toMatchObject({ kind: 'refused', reason: 'body_too_large' });
    const bomb = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Msg><PLATE_STRING>&b;</PLATE_STRING></Msg>';
    expect(read(Buffer.from(bomb))).toMatchObject({ kind: 'refused', reason: 'body_unreadable' });
  });

  test('a body that was cut off inside a value is refused', () => {
    for (const text of [
      '{"best_plate_number":"AB12',
      '<Msg><PLATE_STRING>AB12',
      '{"best_plate_number":"AB123CD","best_confidence":9',
    ]) {
      const result = readCameraMessage(
        { body: Buffer.from(text), contentType: null, query: '', fileName: null },
        PROFILE,
      );
      expect(result).toMatchObject({ kind: 'refused', reason: 'body_truncated' });
    }
  });
});
