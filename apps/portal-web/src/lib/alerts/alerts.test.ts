import { describe, expect, it } from 'vitest';
import { EventCutter } from '../api/event-stream.ts';
import { AlertConfig, FIRST_CONFIG, streamBody } from './alert-config.ts';

describe('settings', () => {
  it('LIVE-01 autoPopup, gates, peers and alerts, of the seven choices', () => {
    const alerts = ['blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca', 'varchi'] as const;
    const config = {
      ...FIRST_CONFIG,
      autoPopup: true,
      gates: [{ peerId: 1, gateId: 2 }],
      peers: [1],
      alerts: [...alerts],
    };
    expect(AlertConfig.parse(config)).toEqual(config);
    expect(AlertConfig.safeParse({ ...config, alerts: ['altro'] }).success).toBe(false);
  });

  it('LIVE-03 no stream without a kind, for a plant left out, or for gates none of which is there', () => {
    const config = { ...FIRST_CONFIG, gates: [{ peerId: 1, gateId: 2 }] };
    expect(streamBody({ ...config, alerts: [] }, 1)).toBeNull();
    expect(streamBody({ ...config, alerts: ['varchi'] }, 1)).toBeNull();
    expect(streamBody({ ...config, peers: [2] }, 1)).toBeNull();
    expect(streamBody({ ...config, alerts: ['rca', 'varchi'] }, 2)).toBeNull();
    expect(streamBody({ ...config, alerts: ['rca', 'varchi'] }, 1)).toEqual({ alerts: ['rca', 'varchi'], gates: [2] });
    expect(streamBody({ ...config, alerts: ['rca'] }, 1)).toEqual({ alerts: ['rca'] });
  });
});

describe('events of a stream', () => {
  it('are cut wherever the bytes were; comments and unknown lines are nothing', () => {
    const cutter = new EventCutter();
    expect(cutter.take('retry: 5000\n\nevent: pi')).toEqual([{ name: '', id: '', data: '' }]);
    expect(cutter.take('ng\r\nid: 7\r\ndata: {"at":1}\r\n\r\n: nothing\nevent: alert\n')).toEqual([
      { name: 'ping', id: '7', data: '{"at":1}' },
    ]);
    expect(cutter.take('data: a\ndata: b\n\n')).toEqual([{ name: 'alert', id: '', data: 'a\nb' }]);
  });
  it('one without end is cut off', () => {
    const cutter = new EventCutter();
    expect(() => cutter.take(`data: ${'x'.repeat(70_000)}`)).toThrow(RangeError);
  });
});
