import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDataFolder, checkPorts, DATA_VERSION, PreflightError, readDataMark, writeDataMark } from './preflight.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-preflight-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('what stops the demo is said in words', () => {
  it('a data folder of a newer version', () => {
    fs.writeFileSync(
      path.join(folder, 'varco-demo.json'),
      JSON.stringify({ version: DATA_VERSION + 1, size: 'small' }),
    );
    expect(() => readDataMark(folder)).toThrow(/newer version of Varco.*--reset/s);
  });

  it('a mark that cannot be read', () => {
    fs.writeFileSync(path.join(folder, 'varco-demo.json'), '{ half');
    expect(() => readDataMark(folder)).toThrow(PreflightError);
  });

  it('a mark is read back as written, and none is none', () => {
    expect(readDataMark(folder)).toBeNull();
    writeDataMark(folder, { size: 'small', begunAt: '2026-11-20T10:00:00.000Z' });
    expect(readDataMark(folder)).toMatchObject({ version: DATA_VERSION, size: 'small' });
  });

  it('a folder that is a file', () => {
    const file = path.join(folder, 'taken');
    fs.writeFileSync(file, '');
    expect(() => checkDataFolder(file, 'small', false)).toThrow(/cannot be written/);
  });

  it('room on the disk is enough here for what is filled already', () => {
    expect(() => checkDataFolder(path.join(folder, 'new'), 'small', true)).not.toThrow();
  });

  it('a port that is taken, by what it is for', async () => {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(checkPorts(new Map([['portal', port]]))).rejects.toThrow(new RegExp(`${port} \\(portal\\)`));
    await new Promise((resolve) => server.close(resolve));
    await expect(checkPorts(new Map([['portal', port]]))).resolves.toBeUndefined();
  });
});
