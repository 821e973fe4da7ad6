import { deriveMaster } from '@varco/vault/derive-master.ts';
import { loginProof } from '@varco/vault/keys.ts';
import type { DeriveAnswer, DeriveRequest } from './derive-keys.ts';

/** Argon2id takes up to a second of one core, so it runs in a worker and does not block the page. One request, one response. */
addEventListener('message', (event: MessageEvent<DeriveRequest>) => {
  void answer(event.data).then((result) => postMessage(result));
});

async function answer(request: DeriveRequest): Promise<DeriveAnswer> {
  const derived = await deriveMaster(request.password, request.kdf);
  if (!derived.ok) return derived;
  return { ok: true, value: { master: derived.value, proof: await loginProof(derived.value) } };
}
