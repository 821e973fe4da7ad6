import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AUDIT_OUTCOMES, type AuditEntry } from './audit-entry.ts';
import { serialiseEntry } from './audit-hash.ts';
import { parseEntryText, parseUnusualText } from './entry-text.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', '\n', 'è', '🚗', '}'));
const textOrNull = fc.option(text);
const whole = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 9, 10, 999_999_999_999_999, 1_000_000_000_000_000));
const wholeOrNull = fc.option(whole);
const entries: fc.Arbitrary<AuditEntry> = fc.record({
  v: fc.constant(1),
  ...{ log: text, epoch: whole, seq: whole, at: whole, action: text },
  outcome: fc.constantFrom(...AUDIT_OUTCOMES),
  actor: fc.record({
    kind: fc.constantFrom('user', 'plant', 'camera', 'system', 'anonymous'),
    ...{ id: textOrNull, name: textOrNull, group: textOrNull, level: wholeOrNull, session: textOrNull },
  }),
  from: fc.record({ ip: textOrNull, client: textOrNull }),
  ...{ req: textOrNull, count: wholeOrNull, bytes: wholeOrNull },
  reason: fc.option(fc.record({ code: text, case: textOrNull })),
  detail: textOrNull,
});

test('the head of every entry is read from its text', () => {
  fc.assert(
    fc.property(entries, ({ v, log, epoch, seq, at, action, detail, ...rest }) => {
      const written = serialiseEntry({ v, log, epoch, seq, at, action, detail, ...rest });
      expect(parseEntryText(written)).toEqual({ v, log, epoch, seq, at, action, detail });
    }),
  );
});

test('a damaged text is read as the JSON reader would read it', () => {
  const damaged = fc.tuple(
    entries,
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', ' ', '"', '\\', '0', '-', '.', ',', '}', '\ud800', '\u0001'),
  );
  fc.assert(
    fc.property(damaged, ([entry, at, drop, insert]) => {
      const written = serialiseEntry(entry);
      const from = at % (written.length + 1);
      const changed = written.slice(0, from) + insert + written.slice(from + drop);
      expect(parseEntryText(changed)).toEqual(parseUnusualText(changed));
    }),
    { numRuns: 2_000 },
  );
});
