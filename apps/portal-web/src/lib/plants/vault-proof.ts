import { derivePlantProof } from '@varco/vault/plant-proof.ts';
import { ApiError } from '../api/api-error.ts';
import { useVault } from '../session/vault-store.ts';

/** Part of a request by which a plant knows the vault again; empty while no vault is open. */
interface VaultProof {
  readonly vault_proof?: string;
}

/** Makes a call that a plant checks by password, with the proof of the vault. An older plant, which refuses it, is called without. */
export async function withVaultProof<T>(
  origin: string,
  username: string,
  send: (proof: VaultProof) => Promise<T>,
): Promise<T> {
  const key = useVault.getState().vault?.index?.exportKey;
  if (key === undefined) return send({});
  try {
    return await send({ vault_proof: await derivePlantProof(key, origin, username) });
  } catch (error) {
    if (error instanceof ApiError && error.subCode === 'unknown_field') return send({});
    throw error;
  }
}
