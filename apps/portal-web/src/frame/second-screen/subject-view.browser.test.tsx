import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { LOOK_UP_ACTION } from '../../features/look-ups/look-up-action.ts';
import { TRACK_ACTION } from '../../features/track/track-action.ts';
import { NOTE_ACTION } from '../../features/transits/notes/note-action.ts';
import { BLACKLIST_ACTION } from '../../lib/lists/blacklist-action.ts';
import { closeBlacklistForm, useBlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import { closeNoteDialog, useNoteDialog } from '../../lib/note-dialog.store.ts';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import type { FirstWindowState } from '../../lib/second-screen/messages.ts';
import type { SecondSubject } from '../../lib/second-screen/second-screen.store.ts';
import { registerTransitActions } from '../../lib/transit-actions/action-registry.ts';
import { BUILT_ACTIONS } from '../../lib/transit-actions/built-actions.ts';
import type { ActionRights } from '../../lib/transit-actions/transit-action.ts';
import { resetWorkspace, useTabs } from '../../lib/workspace/tabs.store.ts';
import { SubjectView } from './SubjectView.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000016';
const TOKEN = 'second-screen';
const SUBJECT: SecondSubject = { peerId: 1, transitId: '7', plate: 'GK508RB', tabId: null };
const RIGHTS: ActionRights = { ...buildPlantLoginResponse(TOKEN, UUID).user, level: 6, group: 'fdo-rimini' };

let unregister: () => void;
beforeEach(() => {
  unregister = registerTransitActions([...BUILT_ACTIONS, TRACK_ACTION, NOTE_ACTION, LOOK_UP_ACTION, BLACKLIST_ACTION]);
});
afterEach(async () => {
  await fetch(`/test-plant/${TOKEN}/ok`, { method: 'POST' });
  unregister();
  closeBlacklistForm();
  closeNoteDialog();
  resetWorkspace();
  usePlants.setState({ plants: new Map(), hasRun: false });
});

const setPlant = (change: Partial<PlantSession>): void => {
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), change);
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
};

/** Returns a function that ends the drawing. */
async function renderSubject(change: Partial<FirstWindowState> = {}): Promise<() => Promise<void>> {
  const state: FirstWindowState = {
    kind: 'state',
    userUuid: 'a-person',
    view: 'detail',
    subject: SUBJECT,
    rights: RIGHTS,
    position: null,
    reason: { code: '', text: '', case: '', isRequired: false },
    preferences: usePreferences.getState(),
    ...change,
  };
  const { unmount } = await render(
    <TestProviders screen={() => <SubjectView state={state} subject={{ ...SUBJECT, ...state.subject }} />} />,
  );
  await expect.element(page.getByText('Caricamento del transito...')).toBeVisible();
  return unmount;
}

/** Kinds of the tabs that the keys opened; the first one was there before. */
const listOpenedTabs = () =>
  useTabs
    .getState()
    .tabs.slice(1)
    .map(({ kind }) => kind);

test('while its plant is being signed in to, the keys that need only the plate of a transit work', async () => {
  setPlant({ state: 'verifying' });
  await renderSubject();
  await userEvent.keyboard('s');
  expect(useTabs.getState().tabs.at(-1)).toMatchObject({ kind: 'transit-list', filter: { plate: 'GK508RB' } });
  await userEvent.keyboard('m');
  expect(useTabs.getState().tabs.at(-1)).toMatchObject({ kind: 'transit-map', plate: 'GK508RB' });
  await userEvent.keyboard('a');
  expect(useNoteDialog.getState().request).toMatchObject({ peerId: 1, transitId: '7', plate: 'GK508RB' });
  await userEvent.keyboard('b');
  expect(useBlacklistRequest.getState().request).toMatchObject({ peerId: 1, plate: 'GK508RB' });
});

test('while the plant has not delivered the transit, they work, and those that need the transit wait for it', async () => {
  await fetch(`/test-plant/${TOKEN}/hold`, { method: 'POST' });
  setPlant({ state: 'ok', token: TOKEN, login: { ...buildPlantLoginResponse(TOKEN, UUID), user: RIGHTS } });
  await renderSubject({ rights: null });
  await userEvent.keyboard('pvsb');
  expect(listOpenedTabs()).toEqual(['transit-list']);
  expect(useBlacklistRequest.getState().request).toMatchObject({ plate: 'GK508RB' });
});

test('a hidden or unknown plate has no such keys, and without rights no form opens', async () => {
  setPlant({ state: 'verifying' });
  for (const plate of ['**', '', 'GK5?8RB']) {
    const unmount = await renderSubject({ subject: { ...SUBJECT, plate } });
    await userEvent.keyboard('smb');
    expect(listOpenedTabs()).toEqual([]);
    expect(useBlacklistRequest.getState().request).toBeNull();
    await unmount();
  }
  await renderSubject({ rights: { ...RIGHTS, level: 4 } });
  await userEvent.keyboard('ab');
  expect(useBlacklistRequest.getState().request).toBeNull();
  expect(useNoteDialog.getState().request).toBeNull();
});
