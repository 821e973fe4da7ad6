import { readCaseFiles, saveCaseFiles } from '@varco/contract/portal/case-files.ts';
import { openCaseFiles, sealCaseFiles } from '@varco/vault/case-files.ts';
import { create } from 'zustand';
import { ApiError } from '../api/api-error.ts';
import { callPortal } from '../api/portal.ts';
import { useSession } from '../session/session-store.ts';
import { useVault } from '../session/vault-store.ts';
import { type CaseFile, CaseFileStore, type CaseFileChange, type CaseFileRefusal } from './case-file.ts';

/** Saves that begin again because another browser was first, before the person is told. */
const MAX_ATTEMPTS = 4;

/**
 * `waiting`: not read yet. `noVault`: the vault is not open, so there is no key. `foreign`: sealed with the key of an
 * earlier vault. `newer`: of a form this version does not know; it is never replaced. `failed`: the portal did not answer.
 */
export type CaseFilesStatus = 'waiting' | 'ready' | 'noVault' | 'foreign' | 'newer' | 'failed';

interface CaseFiles {
  readonly status: CaseFilesStatus;
  readonly files: readonly CaseFile[];
  readonly rev: number;
}

const INITIAL: CaseFiles = { status: 'waiting', files: [], rev: 0 };

/** Case files of the signed-in person: in memory, and sealed at the portal. */
export const useCaseFiles = create<CaseFiles>(() => INITIAL);

/** Whose files are read, and with which key; null: nobody's, or the vault is not open. */
function getOwner(): { readonly uuid: string; readonly key: Uint8Array<ArrayBuffer> } | null {
  const uuid = useSession.getState().user?.uuid;
  const key = useVault.getState().vault?.index?.exportKey;
  return uuid === undefined || key === undefined ? null : { uuid, key };
}

async function fetchFiles(): Promise<CaseFiles> {
  const owner = getOwner();
  if (owner === null) return { ...INITIAL, status: 'noVault' };
  const { rev, sealed } = await callPortal(readCaseFiles, {});
  if (sealed === null) return { status: 'ready', files: [], rev };
  const text = await openCaseFiles(owner.key, owner.uuid, rev, sealed);
  if (text === null) return { status: 'foreign', files: [], rev };
  const stored = CaseFileStore.safeParse(parseJson(text)).data;
  return stored === undefined ? { status: 'newer', files: [], rev } : { status: 'ready', files: stored.files, rev };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let loading: Promise<void> | null = null;

/** Reads the case files unless they have been read. */
export function loadCaseFiles(): Promise<void> {
  const { status } = useCaseFiles.getState();
  return status === 'ready' || status === 'foreign' ? Promise.resolve() : refreshCaseFiles();
}

/** Reads the case files, also what another browser saved meanwhile. */
export function refreshCaseFiles(): Promise<void> {
  loading ??= readIntoStore().finally(() => {
    loading = null;
  });
  return loading;
}

async function readIntoStore(): Promise<void> {
  const user = useSession.getState().user?.uuid;
  const files = await fetchFiles().catch(() => null);
  if (useSession.getState().user?.uuid !== user) return;
  if (files !== null) useCaseFiles.setState(files);
  // What was read before stays: it is what the portal had then.
  else if (useCaseFiles.getState().status !== 'ready') useCaseFiles.setState({ ...INITIAL, status: 'failed' });
}

/** Why a change was not saved. */
export type CaseFilesFault = CaseFileRefusal | 'no_vault' | 'not_saved';

/** Changes and saves the case files. Null: saved. What another browser saved meanwhile stays. */
export async function changeCaseFiles(change: CaseFileChange): Promise<CaseFilesFault | null> {
  await loadCaseFiles();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { status, files, rev } = useCaseFiles.getState();
    const owner = getOwner();
    if (owner === null || status === 'noVault') return 'no_vault';
    // Files of an earlier vault cannot be opened any more: saving replaces them, and the page says so before.
    if (status !== 'ready' && status !== 'foreign') return 'not_saved';
    const changed = change(files);
    if (typeof changed === 'string') return changed;
    const next: CaseFiles = { status: 'ready', files: changed, rev: rev + 1 };
    const outcome = await store(owner, next);
    if (outcome === 'stored') {
      useCaseFiles.setState(next);
      return null;
    }
    if (outcome === 'failed') return 'not_saved';
    await refreshCaseFiles();
  }
  return 'not_saved';
}

async function store(
  { uuid, key }: NonNullable<ReturnType<typeof getOwner>>,
  { files, rev }: CaseFiles,
): Promise<'stored' | 'outdated' | 'failed'> {
  try {
    const text = JSON.stringify({ v: 1, files });
    const sealed = files.length === 0 ? null : await sealCaseFiles(key, uuid, rev, text);
    await callPortal(saveCaseFiles, { body: { rev, sealed } });
    return 'stored';
  } catch (error) {
    return error instanceof ApiError && error.code === 'conflict' ? 'outdated' : 'failed';
  }
}

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useCaseFiles.setState(INITIAL);
});
