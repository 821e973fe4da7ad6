import { describe, expect, it } from 'vitest';
import { EventParser } from '../api/event-stream.ts';
import { AlertConfig, DEFAULT_ALERT_CONFIG, buildStreamBody } from './alert-config.ts';

describe('settings', () => {
  it('LIVE-01 autoPopup, gates, peers and alerts, of the seven choices', () => {
    const alerts = ['blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca', 'varchi'] as const;
    const config = {
      ...DEFAULT_ALERT_CONFIG,
      autoPopup: true,
      gates: [{ peerId: 1, gateId: 2 }],
      peers: [1],
      alerts: [...alerts],
    };
    expect(AlertConfig.parse(config)).toEqual(config);
    expect(AlertConfig.safeParse({ ...config, alerts: ['altro'] }).success).toBe(false);
  });

  it('LIVE-03 no stream without a kind, for a plant left out, or for gates none of which is there', () => {
    const config = { ...DEFAULT_ALERT_CONFIG, gates: [{ peerId: 1, gateId: 2 }] };
    expect(buildStreamBody({ ...config, alerts: [] }, 1)).toBeNull();
    expect(buildStreamBody({ ...config, alerts: ['varchi'] }, 1)).toBeNull();
    expect(buildStreamBody({ ...config, peers: [2] }, 1)).toBeNull();
    expect(buildStreamBody({ ...config, alerts: ['rca', 'varchi'] }, 2)).toBeNull();
    expect(buildStreamBody({ ...config, alerts: ['rca', 'varchi'] }, 1)).toEqual({
      alerts: ['rca', 'varchi'],
      gates: [2],
    });
    expect(buildStreamBody({ ...config, alerts: ['rca'] }, 1)).toEqual({ alerts: ['rca'] });
  });
});

describe('events of a stream', () => {
  it('are cut wherever the bytes were; comments and unknown lines are nothing', () => {
    const cutter = new EventParser();
    expect(cutter.push('retry: 5000\n\nevent: pi')).toEqual([{ name: '', id: '', data: '' }]);
    expect(cutter.push('ng\r\nid: 7\r\ndata: {"at":1}\r\n\r\n: nothing\nevent: alert\n')).toEqual([
      { name: 'ping', id: '7', data: '{"at":1}' },
    ]);
    expect(cutter.push('data: a\ndata: b\n\n')).toEqual([{ name: 'alert', id: '', data: 'a\nb' }]);
  });
  it('one without end is cut off', () => {
    const cutter = new EventParser();
    expect(() => cutter.push(`data: ${'x'.repeat(70_000)}`)).toThrow(RangeError);
  });
});
