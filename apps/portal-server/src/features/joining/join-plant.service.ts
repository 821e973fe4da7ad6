import type { JoiningPreview } from '@varco/contract/portal/joining.ts';
import { type JoiningCode, parseJoiningCode } from '@varco/domain/joining/joining-code.ts';
import { buildPlantAddressKey } from '@varco/domain/plants/plant-address.ts';
import { describeKey } from '@varco/server-kit/auth/joining-key.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { loadPortalUuid } from '../../auth/portal-identity.repository.ts';
import type { PortalDeps } from '../../deps.ts';
import { findPeerOrigin } from '../peer/peer-address.ts';
import type { PeerRow } from '../peer/peer.repository.ts';
import { joiningFault, PlantConversation, type ProvenPlant } from './call-plant.ts';
import * as queries from './joining.repository.ts';

type Deps = Pick<PortalDeps, 'db' | 'now' | 'tokens' | 'publicOrigin' | 'outboundCidrs'>;

/** A plant that answered, and its row in the registry. */
interface FoundPlant {
  readonly conversation: PlantConversation;
  readonly code: JoiningCode;
  readonly plant: ProvenPlant;
  readonly known: PeerRow | null;
}

/**
 * Calls the plant of a code and lets it prove who it is; nothing is stored here. Throws `bad_request` for a text that is no
 * code, `conflict` with one of `JOINING_FAULTS`.
 */
export async function findPlantOfCode(
  deps: Deps,
  client: OutboundClient,
  text: string,
  signal: AbortSignal,
): Promise<FoundPlant> {
  const parsed = parseJoiningCode(text);
  if (!parsed.ok) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/code' });
  const address = findPeerOrigin(deps, parsed.code.address);
  if (address === null) throw joiningFault('address_refused');
  const code = { ...parsed.code, address };
  const conversation = new PlantConversation(code, {
    client,
    uuid: await loadPortalUuid(deps.db),
    origin: deps.publicOrigin,
    key: deps.tokens.keys.current,
    now: deps.now,
    signal,
  });
  if (await queries.isCodeUsed(deps.db, conversation.proof)) throw joiningFault('code_used');
  const other = await queries.findPeerAtAddress(deps.db, buildPlantAddressKey(address), code.plantUuid);
  if (other !== null) throw joiningFault('address_taken', { plant: other });
  const plant = await conversation.call('challenge', '');
  return { conversation, code, plant, known: (await queries.findPeerByUuid(deps.db, code.plantUuid)) ?? null };
}

/** What the administrator compares. */
export function toJoiningPreview(deps: Deps, { code, plant, known }: FoundPlant): JoiningPreview {
  const portalKey = Buffer.from(toPublicJwk(deps.tokens.keys.current.publicKey).x, 'base64url');
  return {
    uuid: code.plantUuid,
    label: plant.answer.label,
    address: code.address,
    plant_fingerprint: describeKey(plant.key),
    portal_fingerprint: describeKey(portalKey),
    expires: plant.answer.expires_at,
    known: known === null ? null : describeKnown(known, code, plant),
  };
}

function describeKnown(known: PeerRow, code: JoiningCode, plant: ProvenPlant): NonNullable<JoiningPreview['known']> {
  const former = known.public_key;
  const hasNewKey = former !== null && !former.equals(plant.key);
  return {
    label: known.label,
    address: known.url === code.address ? null : known.url,
    fingerprint: hasNewKey ? describeKey(former) : null,
    is_key_proven: hasNewKey && plant.isProvenBy(former),
  };
}

/** The key before, of which parts of exports may still be signed: only where it signed the change. */
function findFormerKey(known: PeerRow | null, plant: ProvenPlant): Buffer | null {
  if (known === null || known.public_key === null) return null;
  if (known.public_key.equals(plant.key)) return known.former_public_key;
  return plant.isProvenBy(known.public_key) ? known.public_key : null;
}

export interface Consent {
  /** Fingerprint of the plant as the administrator saw it. */
  readonly fingerprint: string;
  /** Address or key of a plant of the registry may be replaced. */
  readonly confirmsChange: boolean;
}

/** What the log tells of a plant that joined. */
export interface JoinedFacts {
  readonly plant: string;
  readonly address: string;
  readonly fingerprint: string;
  readonly before: { readonly address: string | null; readonly fingerprint: string | null } | null;
}

/**
 * Takes the plant of a code: the plant first, which uses up the code, then the registry. A portal that is stopped between
 * the two repeats it with the same code. Throws like `findPlantOfCode`, `fingerprint_changed`, `change_unconfirmed`; of two
 * administrators with one code the later gets `code_used`.
 */
export async function takePlant(
  deps: Deps,
  found: FoundPlant,
  consent: Consent,
  record: (facts: JoinedFacts) => Promise<void>,
): Promise<PeerRow> {
  const { conversation, code, plant, known } = found;
  const fingerprint = describeKey(plant.key);
  if (fingerprint !== consent.fingerprint) throw joiningFault('fingerprint_changed');
  checkConsent(known, found, consent);
  const { answer } = await conversation.call('accept', plant.answer.challenge);
  const now = deps.now().toISOString();
  const urlKey = buildPlantAddressKey(code.address);
  return deps.db.transaction().execute(async (tx) => {
    await queries.lockJoining(tx);
    if (await queries.isCodeUsed(tx, conversation.proof)) throw joiningFault('code_used');
    const other = await queries.findPeerAtAddress(tx, urlKey, code.plantUuid);
    if (other !== null) throw joiningFault('address_taken', { plant: other });
    const before = (await queries.findPeerByUuid(tx, code.plantUuid)) ?? null;
    checkConsent(before, found, consent);
    const row = await queries.storeJoinedPeer(tx, {
      uuid: code.plantUuid,
      url: code.address,
      url_key: urlKey,
      label: answer.label.trim() === '' ? new URL(code.address).hostname.slice(0, 80) : answer.label.trim(),
      code: /^[A-Z0-9]{0,6}$/.test(answer.short_code) ? answer.short_code : '',
      public_key: plant.key,
      former_public_key: findFormerKey(before, plant),
      is_verified: true,
      joined_at: now,
    });
    await queries.recordUsedCode(tx, conversation.proof, row.id, now);
    await record({
      plant: code.plantUuid,
      address: code.address,
      fingerprint,
      before: before === null ? null : describeKnown(before, code, plant),
    });
    return row;
  });
}

function checkConsent(known: PeerRow | null, { code, plant }: FoundPlant, { confirmsChange }: Consent): void {
  if (known === null || confirmsChange) return;
  const { address, fingerprint } = describeKnown(known, code, plant);
  if (address !== null || fingerprint !== null) throw joiningFault('change_unconfirmed');
}
