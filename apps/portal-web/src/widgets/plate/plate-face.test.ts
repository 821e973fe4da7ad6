import { describe, expect, test } from 'vitest';
import { removePlateGaps, getPlateFace, spellPlate } from './plate-face.ts';

describe('plateFace', () => {
  test.each([
    ['GK508RB', 'I', 'GK 508 RB', 'blueRing', 'plain'],
    ['XA482KP', 'I', 'XA 482 KP', 'blueRing', 'plain'],
    ['EE482AK', 'I', 'EE 482 AK', 'blueRing', 'plain'],
    ['X84K2P', 'I', 'X8 4K2P', 'none', 'plain'],
    ['FA48210', 'I', 'FA48210', 'none', 'plain'],
    ['CD1482', 'I', 'CD 1482', 'none', 'diplomatic'],
    ['GR482VL', 'F', 'GR 482 VL', 'blue', 'plain'],
    ['M KR 4821', 'D', 'M KR 4821', 'none', 'plain'],
    ['A-4821', 'RSM', 'A 4821', 'none', 'plain'],
  ])('%s of %s reads %s, right band %s, ink %s', (plate, nation, groups, right, ink) => {
    const face = getPlateFace(plate, nation);
    expect(face.groups.join(' ')).toBe(groups);
    expect(face).toMatchObject({ right, ink, left: 'blue', code: nation, ground: 'white', reading: 'certain' });
  });

  test('the Netherlands and a British rear are yellow, Switzerland has its shield and no band', () => {
    expect(getPlateFace('48 KTB 2', 'NL').ground).toBe('yellowNl');
    expect(getPlateFace('LK53 ABC', 'GB').ground).toBe('white');
    expect(getPlateFace('LK53 ABC', 'GB', true).ground).toBe('yellowGb');
    expect(getPlateFace('TI 248913', 'CH')).toMatchObject({ left: 'shield', right: 'none' });
  });

  test.each([
    ['482 KPT', null, 'unknownNation'],
    ['GK508RB', '', 'unknownNation'],
    ['GK508RB', '?', 'unknownNation'],
    ['GK508RB', '<b>', 'unknownNation'],
    ['GK5?1TN', 'I', 'uncertain'],
    ['**', 'I', 'redacted'],
  ])('%s of %s is hatched without any band: %s', (plate, nation, reading) => {
    expect(getPlateFace(plate, nation)).toMatchObject({
      ground: 'hatched',
      left: 'none',
      right: 'none',
      code: '',
      reading,
    });
  });

  test('joined groups are the plate, and it can be spelled', () => {
    expect(removePlateGaps('M KR-4821')).toBe('MKR4821');
    expect(spellPlate('GK 508 RB')).toBe('G K 5 0 8 R B');
    expect(getPlateFace('', 'I')).toMatchObject({ groups: [], reading: 'unread' });
  });
});
