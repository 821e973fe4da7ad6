import { type Bytes, wipe } from './bytes.ts';
import { createVaultFromMaster } from './vault-from-master.ts';
import { deriveMaster } from './derive-master.ts';
import { type KdfBlock, newKdf } from './kdf.ts';
import { type OpenVault, openVault, unlockWithPassword } from './open-vault.ts';
import { valueOf } from './result.ts';
import type { VaultFile } from './vault-file.ts';

/** Test data shared by the vault's test files; all invented. */
export const USER = '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81';
export const OTHER_USER = '11111111-2222-4333-8444-555555555555';
export const PASSWORD = 'Corretto cavallo 9 pilà';

/** The minimum of security 4, so that tests stay fast. */
export const QUICK = { m: 19456, t: 2 };

export interface TestVault {
  readonly opened: OpenVault;
  readonly file: VaultFile;
  readonly kdf: KdfBlock;
  readonly master: Bytes;
  readonly recoveryKey: string;
}

/** A new vault of two plants, `cesena` and `forli`. */
export async function testVault(userUuid: string = USER, password: string = PASSWORD): Promise<TestVault> {
  const kdf = newKdf(QUICK);
  const master = valueOf(await deriveMaster(password, kdf));
  const credentials = [
    { id: 'cesena', url: 'https://cesena.example', label: 'Cesena', username: 'rossi', password: 'Segreto-09' },
    { id: 'forli', url: 'https://forli.example:8443', label: 'Forlì', username: 'rossi', password: 'Altro-10' },
  ];
  const made = valueOf(await createVaultFromMaster({ userUuid, kdf, master, credentials }));
  wipe(made.dekBytes);
  return { opened: made.vault, file: made.vault.file, kdf, master, recoveryKey: made.recoveryKey };
}

/** Opens a vault as returned by the portal. */
export async function reopen(file: VaultFile, master: Bytes, userUuid: string = USER, knownRev?: number) {
  const dek = valueOf(await unlockWithPassword(file, userUuid, master));
  return valueOf(await openVault({ file, userUuid, dek, ...(knownRev === undefined ? {} : { knownRev }) }));
}
