import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTestAlert } from '../../../test/alert-responses.ts';
import { LOCAL_USER, signInForEachTest } from '../../../test/local-user.ts';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { addAlert, clearAlerts, showAlert, toggleFeed, toReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { openDecisions } from '../../lib/alerts/decisions.ts';
import { useWaitingDecisions } from '../../lib/alerts/waiting-decisions.store.ts';
import { useNotices } from '../../lib/notices/notices.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { idbGet } from '../../lib/storage/idb.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { AlertFeed } from './AlertFeed.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import { useDecisionAnswers } from './use-alert-action.ts';

signInForEachTest();

let token: string;
const setMode = (mode: string) => fetch(`/test-plant/${token}/${mode}`, { method: 'POST' });
beforeEach(async () => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', 5)]]), hasRun: true });
  for (const id of [1, 2]) addAlert(toReceivedAlert(1, createTestAlert(id, 'blacklist')));
  toggleFeed();
  await render(<TestProviders screen={() => <FeedWithAnswers />} />);
  await openCard();
});
afterEach(() => {
  clearAlerts();
  useNotices.setState({ list: [] });
  usePlants.setState({ plants: new Map(), hasRun: false });
});

function FeedWithAnswers() {
  useDecisionAnswers(LOCAL_USER.uuid);
  return <AlertFeed />;
}

const card = page.getByRole('article', { name: 'Allarme Blacklist' });
const waiting = page.getByRole('region', { name: 'Decisioni in attesa' });
const fetchDecisions = async () =>
  ((await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[]).filter(
    ({ route }) => /\/(?:verify|send|outcome)$/.test(route),
  );

async function openCard(): Promise<void> {
  showAlert('1 1');
  await expect.element(card).toHaveFocus();
}

/** Decides that plate and picture are of one vehicle while a proxy answers for the plant. */
async function verifyInTunnel(): Promise<void> {
  await setMode('cut');
  await userEvent.keyboard('v');
  await expect.element(waiting.getByText(/^in attesa di linea da 00:0\d$/)).toBeVisible();
}

test('a decision without line is shown as decided, lies encrypted on the disk and is sent once the line is back', async () => {
  await verifyInTunnel();
  await expect.element(card.getByRole('button', { name: 'Targa verificata', exact: true })).not.toBeInTheDocument();
  // What follows builds on it.
  await expect.element(card.getByRole('textbox', { name: 'Pattuglia' })).toBeVisible();
  const record = (await idbGet('sealed', `${LOCAL_USER.uuid}/alert-decisions`)) as { readonly ct: Uint8Array };
  expect(new TextDecoder('latin1').decode(record.ct)).not.toMatch(/ZA001AA|verify/);
  await setMode('ok');
  globalThis.dispatchEvent(new Event('online'));
  await expect.element(card.getByText(/^Targa verificata da rossi/)).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
  const sent = await fetchDecisions();
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(useNotices.getState().list).toMatchObject([{ type: 'success' }]);
  expect(await idbGet('sealed', `${LOCAL_USER.uuid}/alert-decisions`)).toBeUndefined();
});

test('what waits survives a reload of the page', async () => {
  await verifyInTunnel();
  const [before] = useWaitingDecisions.getState().list;
  openDecisions().close();
  expect(useWaitingDecisions.getState().list).toEqual([]);
  openDecisions();
  await vi.waitFor(() => expect(useWaitingDecisions.getState().list).toMatchObject([{ id: before?.id }]));
  await setMode('ok');
  globalThis.dispatchEvent(new Event('online'));
  await expect.element(card.getByText(/^Targa verificata da rossi/)).toBeVisible();
  // It comes after the card; a test that ended before it would leave it to the next one.
  await vi.waitFor(() => expect(useNotices.getState().list).toMatchObject([{ type: 'success' }]));
});

test('a decision that waits is taken back, and the plant hears no more of it', async () => {
  await verifyInTunnel();
  await vi.waitFor(async () => {
    await userEvent.click(waiting.getByRole('button', { name: /^Ritira/ }));
    await expect.element(waiting).not.toBeInTheDocument();
  }, 10_000);
  await expect.element(card.getByRole('button', { name: 'Targa verificata', exact: true })).toBeVisible();
  const sent = (await fetchDecisions()).length;
  await setMode('ok');
  globalThis.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(useNotices.getState().list).toMatchObject([{ type: 'warning' }]));
  expect(await fetchDecisions()).toHaveLength(sent);
});

test('a refusal that comes after the line is back says what to do, until it is put away', async () => {
  await verifyInTunnel();
  await setMode('decided');
  globalThis.dispatchEvent(new Event('online'));
  await expect.element(waiting.getByText(/^Targa verificata: non registrato\. Nel frattempo ha deciso/)).toBeVisible();
  expect(useNotices.getState().list).toMatchObject([
    { type: 'error', timeout: 0, link: /^\/alerts\?plant=.*&alert=1$/ },
  ]);
  showAlert(null);
  await expect.element(waiting.getByRole('button', { name: 'Apri l’allarme' })).toBeVisible();
  await userEvent.click(waiting.getByRole('button', { name: 'Ho letto' }));
  await expect.element(waiting).not.toBeInTheDocument();
  expect(useNotices.getState().list).toEqual([]);
});

test('a decision that the plant refuses at once is said at once, and nothing waits', async () => {
  await setMode('decided');
  await userEvent.keyboard('m');
  await vi.waitFor(() => expect(useNotices.getState().list).toMatchObject([{ type: 'error' }]));
  expect(useWaitingDecisions.getState().list).toEqual([]);
  await expect.element(card.getByRole('button', { name: 'Registra l’esito' })).toBeVisible();
});

test('a sign-out says how many decisions it would lose', async () => {
  await verifyInTunnel();
  const onSignOut = vi.fn<() => void>();
  await render(<TestProviders screen={() => <SignOutDialog onSignOut={onSignOut} onClose={() => undefined} />} />);
  const dialog = page.getByRole('dialog', { name: 'Decisioni non ancora inviate' });
  await expect.element(dialog.getByText('1 decisione aspetta la linea. Se esci si perde.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Esci e perdile' }));
  expect(onSignOut).toHaveBeenCalledOnce();
});
