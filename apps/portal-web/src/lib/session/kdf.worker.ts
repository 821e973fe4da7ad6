import { deriveMaster } from '@varco/vault/derive-master.ts';
import { deriveLoginProof } from '@varco/vault/keys.ts';
import type { DeriveResult, DeriveRequest } from './derive-keys.ts';

/** Argon2id takes up to a second of one core, so it runs in a worker and does not block the page. One request, one response. */
addEventListener('message', (event: MessageEvent<DeriveRequest>) => {
  void derive(event.data).then((result) => postMessage(result));
});

async function derive(request: DeriveRequest): Promise<DeriveResult> {
  const derived = await deriveMaster(request.password, request.kdf);
  if (!derived.ok) return derived;
  return { ok: true, value: { master: derived.value, proof: await deriveLoginProof(derived.value) } };
}
