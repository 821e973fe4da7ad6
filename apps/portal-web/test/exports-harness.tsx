import { createI18n } from '@varco/i18n/create-i18n.ts';
import { createVaultFromMaster } from '@varco/vault/vault-from-master.ts';
import { createKdf } from '@varco/vault/kdf.ts';
import { render } from 'vitest-browser-react';
import { ExportHost } from '../src/features/exports/ExportHost.tsx';
import { ExportsScreen } from '../src/features/exports/ExportsScreen.tsx';
import { openExportDialog, closeExportDialog } from '../src/lib/exports/export-request.store.ts';
import { dismissAll, useNotices } from '../src/lib/notices/notices.store.ts';
import { usePlants } from '../src/lib/plants/plant-store.ts';
import { bindTranslator } from '../src/lib/translate.ts';
import { useSession } from '../src/lib/session/session-store.ts';
import { closeVault, setOpenVault } from '../src/lib/session/vault-store.ts';
import { TestProviders } from './test-providers.tsx';
import type { ExportMode } from './export-responses.ts';
import { createPlantSession } from './result-harness.tsx';
import '../src/theme/styles.ts';

interface Call {
  readonly route: string;
  readonly body: Record<string, unknown>;
  readonly key: string | null;
}

export interface ExportHarness {
  /** Calls received by the portal and plant 1; plant 2 has its own token. */
  readonly calls: (of?: 'portal' | 'second') => Promise<readonly Call[]>;
  readonly setMode: (mode: ExportMode | 'ok', of?: 'portal' | 'second') => Promise<void>;
  readonly exportKey: Uint8Array<ArrayBuffer>;
  /** Ids of the exports saved in the portal. */
  readonly saved: () => Promise<readonly string[]>;
}

function requestExport(picked?: Readonly<Record<1 | 2, readonly string[]>>): void {
  openExportDialog(
    ([1, 2] as const).map((peerId) => ({
      peerId,
      filter:
        picked === undefined
          ? { filtering: true, f_targa: 'AB123CD', f_varchi: [peerId] }
          : { f_ids: [...picked[peerId]] },
    })),
  );
}

/**
 * Renders the export screens in Italian with two plants, police rights and an open vault. `rights` are those of the
 * second plant.
 */
export async function renderExports(input: {
  readonly screen: 'dialog' | 'page';
  readonly secondGroup?: string;
  readonly hasVault?: boolean;
  readonly mode?: ExportMode;
  /** Individually selected transits instead of filters, by plant. */
  readonly picked?: Readonly<Record<1 | 2, readonly string[]>>;
}): Promise<ExportHarness> {
  const tokens = { portal: crypto.randomUUID(), second: crypto.randomUUID() };
  const setMode = async (mode: string, of: 'portal' | 'second' = 'portal'): Promise<void> => {
    await fetch(`/test-plant/${tokens[of]}/${mode}`, { method: 'POST' });
  };
  if (input.mode !== undefined) await setMode(input.mode);
  dismissAll();
  closeExportDialog();
  bindTranslator(createI18n('it').t);
  useSession.setState({ status: 'signed-in', token: tokens.portal });
  const first = createPlantSession(1, tokens.portal, 'Cesena Cintura', 5);
  const second = createPlantSession(2, tokens.second, 'Forlì Sud', 5);
  if (second.login === null) throw new Error('not signed in');
  const login = { ...second.login, user: { ...second.login.user, group: input.secondGroup ?? 'fdo' } };
  usePlants.setState({
    plants: new Map([
      ['c1', first],
      ['c2', { ...second, login }],
    ]),
  });
  const made = await createVaultFromMaster({
    userUuid: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81',
    kdf: createKdf({ m: 19_456, t: 2 }),
    master: new Uint8Array(32),
    credentials: [],
  });
  if (!made.ok || made.value.vault.index === null) throw new Error('no vault');
  if (input.hasVault === false) closeVault();
  else setOpenVault(made.value.vault);
  if (input.screen === 'dialog') requestExport(input.picked);
  await render(
    <TestProviders
      screen={() => (
        <>
          <ExportHost />
          {input.screen === 'page' && <ExportsScreen />}
        </>
      )}
    />,
  );
  return {
    calls: async (of = 'portal') => (await (await fetch(`/test-plant/${tokens[of]}`)).json()) as Call[],
    setMode,
    saved: async () => {
      const headers = { authorization: `Bearer ${tokens.portal}` };
      const answer = (await (await fetch('/api/v1/exports/', { headers })).json()) as { exports: { id: string }[] };
      return answer.exports.map(({ id }) => id);
    },
    exportKey: made.value.vault.index.exportKey,
  };
}

/** After a test: no dialog is open and no plant is signed in to. */
export function closeExports(): void {
  closeExportDialog();
  usePlants.setState({ plants: new Map() });
}

/** Texts of the notifications that are shown. */
export const listNotices = (): readonly string[] => useNotices.getState().list.map(({ text }) => text);

/** Calls with which the portal was asked to start an export. */
export const fetchStartCalls = async (world: ExportHarness): Promise<readonly Call[]> =>
  (await world.calls()).filter(({ route }) => route === 'POST /api/v1/exports');
