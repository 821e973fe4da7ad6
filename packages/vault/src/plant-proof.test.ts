import { hkdfSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { derivePlantProof } from './plant-proof.ts';

const KEY = new Uint8Array(32).fill(7);

it('the proof of a plant is derived as the format says, and differs by vault, plant and account', async () => {
  const proof = await derivePlantProof(KEY, 'https://borgo.example', 'rossi');
  const info = 'varco/plant-proof/v1/https://borgo.example/rossi';
  expect(proof).toBe(Buffer.from(hkdfSync('sha256', KEY, '', info, 32)).toString('base64url'));
  expect(proof).toMatch(/^[\w-]{43}$/);
  const others = await Promise.all([
    derivePlantProof(new Uint8Array(32).fill(8), 'https://borgo.example', 'rossi'),
    derivePlantProof(KEY, 'https://valle.example', 'rossi'),
    derivePlantProof(KEY, 'https://borgo.example', 'bianchi'),
  ]);
  expect(new Set([proof, ...others]).size).toBe(4);
});
