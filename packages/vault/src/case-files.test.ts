import { createDecipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openCaseFiles, sealCaseFiles } from './case-files.ts';
import { USER } from './vault-fixtures.ts';

const KEY = new Uint8Array(32).fill(7);
const TEXT = '{"v":1,"files":[{"case":"9051/2026"}]}';

describe('case files', () => {
  it('open with their key, person and revision, and with no other', async () => {
    const sealed = await sealCaseFiles(KEY, USER, 3, TEXT);
    expect(sealed).not.toContain('9051');
    expect(await openCaseFiles(KEY, USER, 3, sealed)).toBe(TEXT);
    expect(await openCaseFiles(new Uint8Array(32).fill(8), USER, 3, sealed)).toBeNull();
    expect(await openCaseFiles(KEY, '00000000-0000-4000-8000-00000000000f', 3, sealed)).toBeNull();
    expect(await openCaseFiles(KEY, USER, 2, sealed)).toBeNull();
  });

  it('are opened by a program written from the format alone', async () => {
    const [, iv = '', ct = ''] = (await sealCaseFiles(KEY, USER, 1, TEXT)).split(':');
    const key = Buffer.from(hkdfSync('sha256', KEY, '', 'varco/case-files/v1', 32));
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'));
    cipher.setAAD(Buffer.from(`varco/case-files/1/${USER}/1`));
    const sealed = Buffer.from(ct, 'base64url');
    cipher.setAuthTag(sealed.subarray(-16));
    expect(Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]).toString('utf8')).toBe(TEXT);
  });

  it.each(['', 'v1', 'v1::', 'v2:AAAA:AAAA', 'v1:!!:??', 'v1:AAAAAAAAAAAAAAAA:AAAA'])(
    '"%s" opens nothing',
    async (text) => {
      expect(await openCaseFiles(KEY, USER, 1, text)).toBeNull();
    },
  );
});
