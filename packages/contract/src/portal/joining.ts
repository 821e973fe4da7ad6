import { z } from 'zod';
import { MAX_JOINING_CODE_LENGTH } from '@varco/domain/joining/joining-code.ts';
import { endpoint } from '../endpoint.ts';
import { Fingerprint } from '../joining.ts';
import { IsoInstant, plainText, Uuid } from '../wire.ts';
import { RegistryPeer } from './peers.ts';

const CodeText = z.string().min(1).max(MAX_JOINING_CODE_LENGTH);

/** What the administrator compares with the screen of the plant before taking it. */
export const JoiningPreview = z
  .object({
    uuid: Uuid,
    label: plainText(80),
    address: z.string().max(300),
    plant_fingerprint: Fingerprint,
    /** Of this portal, as the plant shows it. */
    portal_fingerprint: Fingerprint,
    expires: IsoInstant,
    /** The plant is in the registry already; null: it is not. */
    known: z
      .object({
        label: plainText(80),
        /** Address so far; null: the same. */
        address: z.string().max(300).nullable(),
        /** Fingerprint so far; null: the same, or it had no key. */
        fingerprint: Fingerprint.nullable(),
        /** The plant proved with its former key that the new one is its own. */
        is_key_proven: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'JoiningPreview' });
export type JoiningPreview = z.output<typeof JoiningPreview>;

const call = {
  method: 'POST',
  errors: ['bad_request', 'invalid_token', 'no_perms', 'conflict', 'rate_limit_exceeded', 'unavailable'],
  access: { who: 'portal-user', rule: 'admin' },
  limit: 'look-up',
} as const;

/** Sub-codes of `conflict`: `JOINING_FAULTS`. `bad_request`: the text is no code, or its address must not be called. */
export const checkJoiningCode = endpoint({
  ...call,
  id: 'checkJoiningCode',
  path: '/api/v1/peers/joining/check',
  summary: 'Call the plant of a joining code and show who it is (administrators)',
  body: z.object({ code: CodeText }),
  response: JoiningPreview,
  audit: 'peer.join-check',
});

export const joinPlant = endpoint({
  ...call,
  id: 'joinPlant',
  path: '/api/v1/peers/joining',
  summary: 'Take the plant of a joining code into the registry (administrators)',
  body: z.object({
    code: CodeText,
    /** Of the plant, as it was shown: another one is refused. */
    fingerprint: Fingerprint,
    /** The address or the key of a plant that is in the registry may be replaced. */
    confirms_change: z.boolean(),
  }),
  response: RegistryPeer,
  audit: 'peer.join',
});
