import { describe, expect, it } from 'vitest';
import { placeCard } from './place-card.ts';
import { findTourKind, TOURS } from './tours.ts';

const NOBODY = { isPortalAdmin: false, managesPlant: false, searches: false, readsLog: false };
const WINDOW = { width: 1280, height: 800 };
const CARD = { width: 360, height: 180 };

describe('tours', () => {
  it('each kind of person has five steps of their own', () => {
    expect(findTourKind({ ...NOBODY, isPortalAdmin: true, managesPlant: true, readsLog: true })).toBe('administrator');
    expect(findTourKind({ ...NOBODY, managesPlant: true, searches: true })).toBe('plant');
    expect(findTourKind({ ...NOBODY, readsLog: true })).toBe('auditor');
    expect(findTourKind({ ...NOBODY, readsLog: true, searches: true })).toBe('operator');
    expect(findTourKind(NOBODY)).toBe('operator');
    for (const steps of Object.values(TOURS)) expect(steps).toHaveLength(5);
    const titles = Object.values(TOURS).flatMap((steps) => steps.map(({ title }) => title));
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('place of the card', () => {
  it.each([
    ['below a bar at the top', { left: 300, top: 8, right: 700, bottom: 40 }, { left: 300, top: 52 }],
    ['beside an entry of the rail', { left: 8, top: 100, right: 200, bottom: 130 }, { left: 212, top: 100 }],
    ['above a line at the bottom', { left: 300, top: 760, right: 700, bottom: 790 }, { left: 300, top: 568 }],
    [
      'inside the window, under a button at the right',
      { left: 1200, top: 8, right: 1230, bottom: 38 },
      { left: 912, top: 50 },
    ],
    ['in the corner without an anchor', null, { left: 912, top: 612 }],
  ])('%s', (_name, anchor, expected) => {
    expect(placeCard(anchor, CARD, WINDOW)).toEqual(expected);
  });

  it('a card stays inside a small window', () => {
    const phone = { width: 390, height: 300 };
    const found = placeCard({ left: 0, top: 0, right: 390, bottom: 290 }, CARD, phone);
    expect(found.left).toBeGreaterThanOrEqual(8);
    expect(found.top + CARD.height).toBeLessThanOrEqual(phone.height - 8);
  });
});
