import { describe, expect, it } from 'vitest';
import { createPin, openParameterFile, parsePin, sealParameterFile, type ExportParameters } from './parameter-file.ts';

const PARAMETERS: ExportParameters = {
  guid: '0d6c6f7c-55a1-4a0e-9c4a-3b8a1f3f6d10',
  created_at: '2026-11-22T08:00:00.000Z',
  expires_at: '2026-11-22T10:00:00.000Z',
  user: 'm.rossi',
  notes: '',
  zip_password: 'abcdefghijklmnop',
  peers: [
    {
      peer_number: 1,
      url: 'https://cesena.example',
      label: 'Cesena',
      jwt: 'a.b.c',
      filter: { f_targa: 'AB123CD' },
      without_images: true,
      with_context_images: false,
      watermark_tag: '',
      keys: [],
    },
  ],
};
const NOW = '2026-11-22T09:00:00.000Z';

describe('DEX-06 the parameter file', () => {
  it('opens with its PIN as people type it, and says nothing in clear', async () => {
    const pin = createPin();
    expect(parsePin(pin)).toBe(pin);
    const text = await sealParameterFile(PARAMETERS, pin);
    expect(text).not.toContain('AB123CD');
    expect(text).not.toContain('a.b.c');
    const typed = `${pin.slice(0, 4).toLowerCase()}-${pin.slice(4)} `;
    expect(await openParameterFile(text, typed, NOW)).toEqual({ ok: true, parameters: PARAMETERS });
  });

  it('refuses a wrong PIN, an end put off, a file that is none, and one that expired', async () => {
    const text = await sealParameterFile(PARAMETERS, 'ABCD1234');
    const fault = async (file: string, pin = 'ABCD1234', now = NOW) => {
      const opened = await openParameterFile(file, pin, now);
      return opened.ok ? null : opened.fault;
    };
    expect(await fault(text, 'ABCD1235')).toBe('wrong_pin');
    expect(await fault(text, 'ABC')).toBe('wrong_pin');
    expect(await fault(text.replace('T10:00:00', 'T23:00:00'))).toBe('wrong_pin');
    expect(await fault(text.replace('"ct":"', '"ct":"AAAA'))).toBe('wrong_pin');
    expect(await fault('{}')).toBe('malformed');
    expect(await fault('PK\u0003\u0004')).toBe('malformed');
    expect(await fault(text.replace('65536', '1024'))).toBe('malformed');
    expect(await fault(text, 'ABCD1234', '2026-11-22T10:00:00.000Z')).toBe('expired');
  });
});
