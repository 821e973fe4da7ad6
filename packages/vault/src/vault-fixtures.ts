import { type Bytes, wipe } from './bytes.ts';
import { createVaultFromMaster } from './vault-from-master.ts';
import { deriveMaster } from './derive-master.ts';
import { type KdfBlock, createKdf } from './kdf.ts';
import { type OpenVault, openVault, unlockWithPassword } from './open-vault.ts';
import { unwrapResult } from './result.ts';
import type { VaultFile } from './vault-file.ts';

/** Test data shared by the vault's test files; all invented. */
export const USER = '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81';
export const OTHER_USER = '11111111-2222-4333-8444-555555555555';
export const PASSWORD = 'Corretto cavallo 9 pilà';

/** The minimum of security 4, so that tests stay fast. */
export const QUICK_KDF = { m: 19456, t: 2 };

export interface TestVault {
  readonly opened: OpenVault;
  readonly file: VaultFile;
  readonly kdf: KdfBlock;
  readonly master: Bytes;
  readonly recoveryKey: string;
}

/** A new vault of two plants, `cesena` and `forli`. */
export async function createTestVault(userUuid: string = USER, password: string = PASSWORD): Promise<TestVault> {
  const kdf = createKdf(QUICK_KDF);
  const master = unwrapResult(await deriveMaster(password, kdf));
  const credentials = [
    { id: 'cesena', url: 'https://cesena.example', label: 'Cesena', username: 'rossi', password: 'Segreto-09' },
    { id: 'forli', url: 'https://forli.example:8443', label: 'Forlì', username: 'rossi', password: 'Altro-10' },
  ];
  const made = unwrapResult(await createVaultFromMaster({ userUuid, kdf, master, credentials }));
  wipe(made.dekBytes);
  return { opened: made.vault, file: made.vault.file, kdf, master, recoveryKey: made.recoveryKey };
}

/** Opens a vault as returned by the portal. */
export async function reopenVault(file: VaultFile, master: Bytes, userUuid: string = USER, knownRev?: number) {
  const dek = unwrapResult(await unlockWithPassword(file, userUuid, master));
  return unwrapResult(await openVault({ file, userUuid, dek, ...(knownRev === undefined ? {} : { knownRev }) }));
}
