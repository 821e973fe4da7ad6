import type { Approval } from '@varco/contract/plant/approvals.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useNotices } from '../notices/notices.store.ts';
import { bindTranslator } from '../translate.ts';
import { startApprovals } from './approval-centre.ts';
import { clearApprovals, updateApproval, useApprovals } from './approvals.store.ts';

const PEER = 3;
const ID = '00000000-0000-4000-8000-0000000000a1';
const build = (stato: Approval['stato']): Approval => ({
  id: ID,
  lotto: '00000000-0000-4000-8000-0000000000b1',
  richiedente: 'agente',
  propria: true,
  richiesta_il: '2026-11-20T14:00:00.000Z',
  motivo: 'indagine',
  fascicolo: '77/2026',
  nota: 'denuncia di maggio',
  filtro: {},
  stato,
  impedimento: null,
  deciso_da: stato === 'open' ? null : 'ufficiale',
  deciso_il: null,
  nota_decisione: null,
  valida_fino: null,
});
const getState = (): string | undefined => useApprovals.getState().byPeer.get(PEER)?.[0]?.stato;
const listNotices = (): readonly string[] => useNotices.getState().list.map(({ id }) => id);

/** What another tab of the same person hears and says. */
interface OtherTab {
  readonly heard: unknown[];
  readonly say: (list: readonly Approval[]) => void;
}

let ends: (() => void)[] = [];
function openTabs(options: { isQuiet?: boolean } = {}): OtherTab {
  const user = crypto.randomUUID();
  const channel = new BroadcastChannel(`varco-approvals-${user}`);
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
    if (data.kind === 'list') heard.push(data);
  });
  ends.push(startApprovals(user, options), () => channel.close());
  return { heard, say: (list) => channel.postMessage({ kind: 'list', peerId: PEER, list }) };
}

beforeEach(() => {
  bindTranslator(createI18n('it').t);
  useNotices.setState({ list: [] });
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  clearApprovals();
});

test('a decision made in one tab is in the others before any plant says so, and a withdrawal as well', async () => {
  const other = openTabs();
  updateApproval(PEER, build('granted'));
  await expect.poll(() => other.heard).toMatchObject([{ peerId: PEER, list: [{ id: ID, stato: 'granted' }] }]);
  updateApproval(PEER, build('withdrawn'));
  await expect.poll(() => other.heard.length).toBe(2);
});

test('what another tab decided is taken over, told to the person who requested it, and not sent back', async () => {
  const other = openTabs();
  other.say([build('open')]);
  await expect.poll(getState).toBe('open');
  other.say([build('refused')]);
  await expect.poll(getState).toBe('refused');
  expect(listNotices()).toEqual([expect.stringMatching(/^approval-.*-refused$/)]);
  updateApproval(PEER, build('granted'));
  await expect.poll(() => other.heard).toMatchObject([{ list: [{ stato: 'granted' }] }]);
});

test('the second screen takes decisions over without repeating the notifications of the window beside it', async () => {
  const other = openTabs({ isQuiet: true });
  other.say([build('open')]);
  await expect.poll(getState).toBe('open');
  other.say([build('granted')]);
  await expect.poll(getState).toBe('granted');
  expect(listNotices()).toEqual([]);
});
