import { createHash } from 'node:crypto';
import type { HandoverItem, HandoverSummary } from '@varco/contract/plant/handovers.ts';
import { canonicalJson } from '@varco/domain/audit/canonical-json.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import type { AlertPlate } from '../alerts/alerts.public.ts';
import type { EarlierNote, HandoverEnd, HandoverRow, ItemRow } from './handovers.repository.ts';

const STEPS = [null, 'shift', 'supervisor'] as const;

/** What an item needs beside its row to be shown. */
export interface ItemFacts {
  readonly plates: ReadonlyMap<string, AlertPlate>;
  readonly codes: Pick<CodeDictionary, 'getWord'>;
  readonly gateNames: ReadonlyMap<number, string>;
  readonly earlier: readonly EarlierNote[];
}

export function toItemView(row: ItemRow, { plates, codes, gateNames, earlier }: ItemFacts): HandoverItem {
  const plate = row.kind === 'alert' ? plates.get(row.item) : undefined;
  const before = earlier.find(({ kind, item }) => kind === row.kind && item === row.item);
  return {
    tipo: row.kind,
    id: row.item,
    dal: row.since,
    varco: row.gate === null ? '' : (gateNames.get(row.gate) ?? ''),
    voce: row.label,
    targa: plate?.plate ?? '',
    nazione: plate === undefined ? '' : codes.getWord('nation', plate.nation),
    in_carico_a: row.owner_name,
    passa: row.is_own,
    sollecitato_a: STEPS[row.step] ?? null,
    inviata: row.sent_to,
    inviata_il: row.sent_at,
    nota: row.note,
    nota_prima: before === undefined ? null : { nota: before.note, di: before.giver_name, il: before.made_at },
  };
}

/** Why this user may not sign; null: they may. */
export function findSigningObstacle(
  row: HandoverRow,
  user: Pick<PlantUser, 'uuid' | 'group_id'>,
): 'own_handover' | 'not_recipient' | null {
  if (row.giver === user.uuid) return 'own_handover';
  const isMeant = row.recipient === null ? row.giver_group === user.group_id : row.recipient === user.uuid;
  return isMeant ? null : 'not_recipient';
}

export const toHandoverView = (row: HandoverRow, user: Pick<PlantUser, 'uuid' | 'group_id'>): HandoverSummary => ({
  id: row.id,
  lotto: row.batch,
  da: row.giver_name,
  da_me: row.giver === user.uuid,
  a: row.recipient_name,
  il: row.made_at,
  nota: row.note,
  impianti: [...row.plants],
  mancanti: [...row.missing],
  n_voci: row.n_items,
  oltre: row.is_cut,
  firmabile: row.end_kind === null && findSigningObstacle(row, user) === null,
  chiusura:
    row.end_kind === null
      ? null
      : {
          come: row.end_kind,
          da: row.end_name ?? '',
          il: row.end_at ?? row.made_at,
          impronta: row.digest ?? '',
          passati: row.passed?.length ?? 0,
          non_passati: (row.not_passed ?? []).map(({ id, reason }) => ({ id, perche: reason })),
        },
});

/** SHA-256, hex, of everything a signature stands for: the record with its items, the signer, and what passed. */
export function hashSignedRecord(
  row: HandoverRow,
  items: readonly ItemRow[],
  end: Pick<HandoverEnd, 'person' | 'name' | 'at' | 'passed' | 'notPassed'>,
): string {
  const { id, batch, giver, giver_name: giverName, recipient, recipient_name: recipientName } = row;
  const record = {
    ...{ id, batch, giver, giver_name: giverName, recipient, recipient_name: recipientName },
    ...{ made_at: row.made_at, note: row.note, plants: [...row.plants], missing: [...row.missing] },
    is_cut: row.is_cut,
    items: items.map((item) => ({ ...item })),
    ...{ signer: end.person, signer_name: end.name, signed_at: end.at },
    passed: [...end.passed],
    not_passed: end.notPassed.map(({ id: alert, reason }) => ({ id: alert, reason })),
  };
  return createHash('sha256').update(canonicalJson(record)).digest('hex');
}
