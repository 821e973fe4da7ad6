import { expect, it } from 'vitest';
import {
  buildZoneBody,
  toZoneDraft,
  removeCorner,
  findDraftFault,
  moveCorner,
  createZoneDraft,
  addCorner,
} from './zone-draft.ts';

const DRAWN_CORNERS = [
  [12.1, 44],
  [12.3, 44],
  [12.3, 44.2],
] as const;

it('ZMAP-01 a zone is drawn corner by corner, or made of picked gates alone', () => {
  const empty = { ...createZoneDraft(7), name: 'Centro' };
  expect(findDraftFault(createZoneDraft(7))).toBe('name');
  expect(findDraftFault(empty)).toBe('empty');
  expect(findDraftFault({ ...empty, selectedGates: [3] })).toBeNull();
  const three = DRAWN_CORNERS.reduce(addCorner, empty);
  expect(findDraftFault(three)).toBeNull();
  expect(findDraftFault(removeCorner(three, 1))).toBe('too_few');
  expect(moveCorner(three, 2, [12.34567891, 44.2]).corners[2]).toEqual([12.345679, 44.2]);
  expect(findDraftFault([...DRAWN_CORNERS, [12.2, 43.9] as const].reduce(addCorner, empty))).toBe('crossed');
});

it('ZMAP-01 what is read is what is written, and only so many corners are taken', () => {
  const zone = {
    id: 1,
    nome: 'Centro',
    vertici: DRAWN_CORNERS.map(([lon, lat]): [number, number] => [lon, lat]),
    varchi_scelti: [4],
    varchi: [1, 4],
    colore: 2,
    updated: '2026-11-20T08:00:00.000Z',
  };
  const { nome, vertici, varchi_scelti, colore } = zone;
  expect(buildZoneBody(toZoneDraft(7, zone))).toEqual({ nome, vertici, varchi_scelti, colore });
  const many = Array.from({ length: 210 }, (_, index) => [12 + index / 1000, 44] as const).reduce(
    addCorner,
    createZoneDraft(7),
  );
  expect(many.corners).toHaveLength(200);
});
