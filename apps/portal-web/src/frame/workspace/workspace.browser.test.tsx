import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { useTabsOwner } from '../../lib/workspace/store-tabs.ts';
import type { TabSpec } from '../../lib/workspace/tab-spec.ts';
import { openWorkspaceTab, resetWorkspace } from '../../lib/workspace/tabs.store.ts';
import { Workspace } from './Workspace.tsx';

beforeEach(() => {
  resetWorkspace();
  useTabsOwner.setState({ owner: 'someone' });
});
afterEach(() => {
  useTabsOwner.setState({ owner: null });
  resetWorkspace();
});

const readAddress = { peerId: 1, plate: 'GK508RB' };

test.each<[string, string, TabSpec]>([
  ['TAB-01', 'Elenco transiti', { kind: 'transit-list', filter: { plate: 'GK5*' } }],
  ['TAB-01', 'Transito GK508RB', { kind: 'transit-detail', transitId: '7', ...readAddress }],
  ['TAB-01', 'Tracciato transiti GK508RB', { kind: 'transit-map', ...readAddress }],
  ['TAB-01', 'Veicolo complice GK508RB', { kind: 'accomplices', ...readAddress }],
  ['TAB-01', 'Visura GK508RB', { kind: 'look-up', ...readAddress }],
  ['TAB-01', 'Veicoli sospetti', { kind: 'suspects' }],
  ['TAB-02', 'Transito sospetto GK508RB', { kind: 'transit-detail', transitId: '7', isSuspect: true, ...readAddress }],
])('%s a tab of this kind is titled "%s", and is selected', async (_id, title, spec) => {
  await render(<TestProviders screen={Workspace} path="/lpr" />);
  const tabs = page.getByRole('tab');
  await expect.poll(() => tabs.elements().length).toBe(1);
  openWorkspaceTab(spec);
  await expect.poll(() => tabs.elements().length).toBe(2);
  await expect.element(tabs.last()).toHaveTextContent(title);
  await expect.element(tabs.last()).toHaveAttribute('aria-selected', 'true');
});
