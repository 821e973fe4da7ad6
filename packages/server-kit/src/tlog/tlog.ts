import type { WitnessPlan } from '@varco/contract/tlog.ts';
import { parseVerifierKey } from '@varco/domain/audit/cosignature.ts';
import type { Pool } from 'pg';
import { storeCheckpoint } from '../audit/audit-checkpoint.repository.ts';
import { formatPublicKey, signNote } from '../audit/checkpoint-note.ts';
import { sha256OfParts } from '../audit/sha256.ts';
import { createOwnLogCheck } from '../audit/verify-own-log.ts';
import type { Log } from '../log/log.ts';
import type { ServerMetric } from '../metrics/own-metrics.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { addCheckpoint, type AddCheckpointResult } from './add-checkpoint.ts';
import { readOrigin } from './log-tree.repository.ts';
import { storeWitnesses } from './log-witness.repository.ts';
import type { KeySealer } from '../keys/key-store.repository.ts';
import { listSigningKeys, openTlogKeys } from './tlog-keys.ts';
import { createTlogMetrics } from './tlog-metrics.ts';
import { storeAnnouncedLog } from './witness.repository.ts';
import { runWitnessRound } from './witness-round.ts';

export interface TlogOptions {
  readonly pool: Pool;
  /** Host name and uuid of this server: the name it cosigns under. */
  readonly host: string;
  readonly uuid: string;
  readonly sealer: KeySealer;
  readonly outbound: Pick<OutboundClient, 'request'>;
  readonly log: Log;
  readonly now: () => Date;
}

/** A log as its server announces it: name and public keys. */
interface LogIdentity {
  readonly origin: string;
  readonly vkeys: readonly string[];
}

/** The transparency log of this server, and this server as a witness of others (ADR 0008). */
export interface Tlog {
  readonly pool: Pool;
  readonly metrics: readonly ServerMetric[];
  /** Reads the keys of log and witness again: another process may have replaced one. */
  refreshKeys(): Promise<void>;
  /** Signs the current tree, if it grew, and sends the newest checkpoint to the witnesses. */
  publish(signal: AbortSignal): Promise<void>;
  /** Checks every stored row of the log; a changed one is logged and shown in the metrics. */
  readonly verify: (signal: AbortSignal) => Promise<void>;
  /** Judges a submission of another log (C2SP tlog-witness). */
  readonly witness: (body: string) => Promise<AddCheckpointResult>;
  /** Own log and witness key; null before the log was started. */
  readonly describe: () => Promise<{ readonly log: LogIdentity; readonly witness: string } | null>;
  /**
   * Cosigns this log from now on. `owner`: the server that announced it, whose uuid the origin must name; null: as named.
   * Returns false for one that is not accepted.
   */
  watch(log: LogIdentity, owner: string | null): Promise<boolean>;
  /** Sends checkpoints to these witnesses from now on; a key or address that cannot be used is left out. */
  setWitnesses(witnesses: WitnessPlan['witnesses']): Promise<void>;
}

/** Loads the keys of log and witness and creates them in a new database. */
export async function openTlog({ pool, host, uuid, sealer, outbound, log, now }: TlogOptions): Promise<Tlog> {
  const keys = await openTlogKeys(pool, sealer);
  const listLogKeys = () => listSigningKeys(keys.log);
  const witnessName = `${host}/audit/${uuid}/witness`;
  const { metrics, countAnswer, countSubmission } = createTlogMetrics(pool);
  const ownLog = createOwnLogCheck(pool, log);
  return {
    pool,
    metrics: [...metrics, ...ownLog.metrics],
    verify: ownLog.run,
    async refreshKeys() {
      await keys.log.refresh();
      await keys.witness.refresh();
    },
    async publish(signal) {
      const logKeys = listLogKeys();
      await storeCheckpoint(pool, async (text) => signNote(logKeys, text));
      await runWitnessRound({ pool, outbound, log, now, keys: logKeys, count: countAnswer }, signal);
    },
    async witness(body) {
      const result = await addCheckpoint(pool, { name: witnessName, keys: listSigningKeys(keys.witness), now }, body);
      countSubmission(result.state);
      if (result.state === 'fork') log.error('log of another server forked', { plantId: result.owner });
      return result;
    },
    async describe() {
      const origin = await readOrigin(pool);
      if (origin === null) return null;
      const vkeys = listLogKeys().map((key) => formatPublicKey('log', origin, key));
      return { log: { origin, vkeys }, witness: formatPublicKey('witness', witnessName, keys.witness.current) };
    },
    async watch(identity, owner) {
      const named = parseIdentity(identity);
      if (named === null || (owner !== null && named.owner !== owner)) return false;
      const change = await storeAnnouncedLog(pool, { ...identity, ...named });
      if (change === 'new-epoch') log.warn('log of another server begins anew', { plantId: named.owner });
      if (change === 'new-keys') log.warn('log of another server has new keys', { plantId: named.owner });
      return change !== 'refused';
    },
    setWitnesses: (witnesses) => storeWitnesses(pool, witnesses.flatMap(toWitness)),
  };
}

/** Owner and epoch of a log, from its origin; null when a key is none of this log. */
function parseIdentity({ origin, vkeys }: LogIdentity): { readonly owner: string; readonly epoch: number } | null {
  const match = /\/audit\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9]\d{0,8})$/.exec(origin);
  const isOwn = vkeys.every((text) => {
    const key = parseVerifierKey(sha256OfParts, text);
    return key !== null && key.kind === 'log' && key.name === origin;
  });
  return match?.[1] === undefined || !isOwn ? null : { owner: match[1], epoch: Number(match[2]) };
}

function toWitness({ vkey, url }: WitnessPlan['witnesses'][number]) {
  const key = parseVerifierKey(sha256OfParts, vkey);
  if (key === null || key.kind !== 'witness' || !URL.canParse(url)) return [];
  return [{ name: key.name, vkey, url }];
}
