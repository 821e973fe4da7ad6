import { describe, expect, it } from 'vitest';
import { OptionError, readDemoOptions } from './options.ts';

const ROOT = '/srv/varco';

describe('options of npm start', () => {
  it('has sensible defaults', () => {
    expect(readDemoOptions([], {}, ROOT)).toEqual({
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
    expect(readDemoOptions([], env, ROOT)).toMatchObject({
      dataDir: '/data/a',
      portBase: 9400,
      size: 'large',
      readyFile: '/srv/varco/ready.json',
      isLive: false,
      isReset: true,
    });
    expect(readDemoOptions(['--size', 'medium', '--data', 'x', '--port-base', '9500'], env, ROOT)).toMatchObject({
      dataDir: '/srv/varco/x',
      portBase: 9500,
      size: 'medium',
    });
    expect(readDemoOptions(['--no-live'], {}, ROOT)).toMatchObject({ isLive: false });
  });

  it.each([
    [['--size', 'huge'], '--size must be'],
    [['--port-base', '80'], '--port-base must be'],
    [['--port-base', 'x'], '--port-base must be'],
    [['--colour'], '--colour'],
    [['extra'], 'extra'],
  ])('%j is refused in words', (args, text) => {
    expect(() => readDemoOptions(args, {}, ROOT)).toThrow(OptionError);
    expect(() => readDemoOptions(args, {}, ROOT)).toThrow(text);
  });

  it('explains itself', () => expect(readDemoOptions(['--help'], {}, ROOT)).toHaveProperty('help'));
});
