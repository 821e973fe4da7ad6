import { describe, expect, it } from 'vitest';
import { OptionError, readOptions } from './options.ts';

const ROOT = '/srv/varco';

describe('options of npm start', () => {
  it('has sensible defaults', () => {
    expect(readOptions([], {}, ROOT)).toEqual({
      dataDir: '/srv/varco/.data/demo',
      portBase: 8400,
      size: 'small',
      readyFile: null,
      isLive: true,
      isReset: false,
    });
  });

  it('each flag has an environment variable, and the flag overrides it', () => {
    const env = {
      VARCO_DEMO_DATA: '/data/a',
      VARCO_DEMO_PORT_BASE: '9400',
      VARCO_DEMO_SIZE: 'large',
      VARCO_DEMO_READY_FILE: 'ready.json',
      VARCO_DEMO_NO_LIVE: '1',
      VARCO_DEMO_RESET: 'true',
    };
    expect(readOptions([], env, ROOT)).toMatchObject({
      dataDir: '/data/a',
      portBase: 9400,
      size: 'large',
      readyFile: '/srv/varco/ready.json',
      isLive: false,
      isReset: true,
    });
    expect(readOptions(['--size', 'medium', '--data', 'x', '--port-base', '9500'], env, ROOT)).toMatchObject({
      dataDir: '/srv/varco/x',
      portBase: 9500,
      size: 'medium',
    });
    expect(readOptions(['--no-live'], {}, ROOT)).toMatchObject({ isLive: false });
  });

  it.each([
    [['--size', 'huge'], '--size must be'],
    [['--port-base', '80'], '--port-base must be'],
    [['--port-base', 'x'], '--port-base must be'],
    [['--colour'], '--colour'],
    [['extra'], 'extra'],
  ])('%j is refused in words', (args, text) => {
    expect(() => readOptions(args, {}, ROOT)).toThrow(OptionError);
    expect(() => readOptions(args, {}, ROOT)).toThrow(text);
  });

  it('explains itself', () => expect(readOptions(['--help'], {}, ROOT)).toHaveProperty('help'));
});
