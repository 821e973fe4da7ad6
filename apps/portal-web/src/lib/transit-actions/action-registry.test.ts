import type { PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { getActionsForTransit, registerTransitActions, useActionRegistry } from './action-registry.ts';
import { BUILT_ACTIONS } from './built-actions.ts';
import type { ActionContext, ActionSubject, TransitAction } from './transit-action.ts';

const subject: ActionSubject = {
  peerId: 3,
  transitId: '7',
  plate: 'GK508RB',
  isAdr: false,
  at: '2026-11-20T13:31:58.000Z',
  gateId: 4,
};
const listContext: ActionContext = {
  place: 'list',
  tabId: 't1',
  openDetail: () => undefined,
  selectMany: () => undefined,
};

const buildRights = (level: number): PlantLoginResponse['user'] => ({
  ...buildPlantLoginResponse('t', 'plant').user,
  level,
  group: 'fdo-rimini',
});

/** Actions registered by other screens. */
const OTHER_ACTIONS: readonly TransitAction[] = (['blacklist', 'accomplices', 'visure'] as const).map((id) => ({
  id,
  label: `transits:rowAction.${id}`,
  icon: 'ban',
  needsValidPlate: true,
  permission: canActOnPlant,
  run: () => undefined,
}));

let unregister: () => void;
beforeEach(() => {
  unregister = registerTransitActions(BUILT_ACTIONS);
});
afterEach(() => unregister());

const getOfferedActions = (one = subject, context = listContext, level: number | null = 6) =>
  getActionsForTransit(useActionRegistry.getState(), one, context, level === null ? null : buildRights(level));
const getIds = (list: ReturnType<typeof getOfferedActions>): string[] => list.map(({ action }) => action.id);
const getUnavailableReason = (list: ReturnType<typeof getOfferedActions>) =>
  Object.fromEntries(list.map(({ action, unavailable }) => [action.id, unavailable]));

describe('actions on a transit', () => {
  it('what is not built is nowhere; what is registered takes its place in the order of the menus', () => {
    expect(getIds(getOfferedActions())).toEqual([
      'detail',
      'detail-tab',
      'history',
      'neighbours',
      'copy-plate',
      'copy-link',
      'multi-print',
      'print',
    ]);
    const end = registerTransitActions(OTHER_ACTIONS);
    expect(getIds(getOfferedActions())).toEqual([
      'detail',
      'detail-tab',
      'history',
      'accomplices',
      'neighbours',
      'copy-plate',
      'copy-link',
      'visure',
      'blacklist',
      'multi-print',
      'print',
    ]);
    end();
    expect(getIds(getOfferedActions())).not.toContain('blacklist');
  });

  it('TBL-19 print is hidden for a record of the ADR kind, and only there', () => {
    expect(getIds(getOfferedActions({ ...subject, isAdr: true }))).not.toContain('print');
    expect(getIds(getOfferedActions())).toContain('print');
  });

  it.each(['**', 'GK5?1TN', 'A', '', 'GK5*', 'gk508rb'])('TPERM-17 on the plate "%s" they say why not', (plate) => {
    const end = registerTransitActions(OTHER_ACTIONS);
    expect(getUnavailableReason(getOfferedActions({ ...subject, plate }))).toEqual({
      detail: null,
      'detail-tab': null,
      history: 'plate',
      accomplices: 'plate',
      neighbours: null,
      'copy-plate': 'plate',
      'copy-link': null,
      visure: 'plate',
      blacklist: 'plate',
      'multi-print': 'plate',
      print: null,
    });
    end();
  });

  it.each([
    [4, 'plant.level'],
    [5, null],
    [8, null],
    [9, 'plant.level'],
    [null, 'not-signed-in'],
  ])('TPERM-01 TPERM-17 at level %s on the plant: %s', (level, expected) => {
    const end = registerTransitActions(OTHER_ACTIONS);
    expect(getUnavailableReason(getOfferedActions(subject, listContext, level))).toMatchObject({
      history: null,
      accomplices: expected,
      visure: expected,
      blacklist: expected,
      'multi-print': null,
    });
    end();
  });

  it('a place without rows offers no ticking, a detail does not offer itself', () => {
    expect(getIds(getOfferedActions(subject, { place: 'detail', tabId: 't1' }))).toEqual([
      'history',
      'neighbours',
      'copy-plate',
      'copy-link',
      'print',
    ]);
  });

  it('of a transit of which only the plate is known, those that use its time, gate or kind are not offered', () => {
    const offered = getOfferedActions(subject, { place: 'detail', isPlateOnly: true });
    expect(getIds(offered)).toEqual(['history', 'copy-plate', 'copy-link']);
  });
});
