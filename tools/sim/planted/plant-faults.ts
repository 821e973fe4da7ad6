import { inFile, type PlantedFault } from './planted-fault.ts';

const streams = inFile('streams', 'apps/plant-server/src/features/alerts/alert-streams.ts');
const dispatcher = inFile('dispatcher', 'apps/plant-server/src/features/alerts/alert-dispatcher.ts');
const publication = inFile('publication', 'apps/plant-server/src/features/alerts/alert-publication.repository.ts');
const replica = inFile('replica', 'apps/plant-server/src/features/alerts/list-replica.ts');
const matcher = inFile('list-index', 'packages/domain/src/alerts/list-index.ts');
const storeReads = inFile('store-reads', 'apps/plant-server/src/features/ingest/store-reads.ts');
const insert = inFile('insert', 'apps/plant-server/src/features/ingest/insert-reads.repository.ts');
const batch = inFile('batch', 'packages/server-kit/src/process/batch-calls.ts');
const transitId = inFile('transit-id', 'packages/domain/src/transits/transit-id.ts');
const readKey = inFile('read-key', 'apps/plant-server/src/features/ingest/read-key.ts');
const listen = inFile('listen', 'packages/server-kit/src/database/listen.ts');
const retry = inFile('retry', 'apps/plant-server/src/database/retry-transaction.ts');
const pgRunner = inFile('pg-runner', 'apps/plant-server/src/database/pg-runner.ts');

/** Faults of the plant server: reads, alerts and their streams. */
export const PLANT_FAULTS: readonly PlantedFault[] = [
  streams(
    'resume',
    'stream.lastSeq = wish.after === null || wish.after > newest ? newest : wish.after;',
    'stream.lastSeq = newest;',
    'a stream always begins now',
  ),
  streams(
    'resume-skip',
    'stream.lastSeq = wish.after === null || wish.after > newest ? newest : wish.after;',
    'stream.lastSeq = wish.after === null || wish.after >= newest ? newest : wish.after + 1n;',
    'a resumed stream skips one alert',
  ),
  streams(
    'held',
    'this.heldRows?.push(rows);\n    return this.heldRows !== null;',
    'return this.heldRows !== null;',
    'alerts during the catch-up are lost',
  ),
  streams(
    'not-held',
    'this.heldRows?.push(rows);\n    return this.heldRows !== null;',
    'return false;',
    'alerts overtake the catch-up',
  ),
  streams(
    'advance',
    'if (seq <= this.lastSeq) return false;',
    'if (seq < this.lastSeq) return false;',
    'an alert is sent twice',
  ),
  streams('advance-never', '    this.lastSeq = seq;\n    return true;', '    return true;', 'positions do not advance'),
  streams('catch-up', '    void this.catchUp(stream);\n', '', 'what was missed is not sent'),
  streams(
    'catch-up-held',
    'await this.sendAlerts([stream], stream.endCatchUp());',
    'stream.endCatchUp();',
    'alerts held back are dropped',
  ),
  streams(
    'age',
    'rows.filter((row) => row.raised_at >= sinceIso),',
    'rows.filter((row) => row.raised_at < sinceIso),',
    'only old alerts are sent again',
  ),
  streams(
    'deliver',
    '.then(() => this.sendAlerts(ready, rows))',
    '.then(() => this.sendAlerts(ready.slice(1), rows))',
    'the oldest stream gets nothing',
  ),
  streams('failed-end', 'for (const stream of ready) stream.end();', '', 'a failed delivery leaves a gap'),
  streams('pending', '      this.pending = [];\n', '', 'events are sent again and again'),
  streams(
    'pending-lost',
    "      if (text !== '') yield text;\n",
    "      if (text !== '' && !this.isClosed) yield text;\n",
    'a closing stream loses its last events',
  ),
  streams(
    'kind',
    'return kinds.has(row.kind) && (gates === null || gates.has(row.gate));',
    'return !kinds.has(row.kind) && (gates === null || gates.has(row.gate));',
    'the wrong kinds are sent',
  ),
  streams(
    'id',
    'const text = `event: alert\\nid: ${row.seq}\\n',
    'const text = `event: alert\\nid: ${row.id}\\n',
    'alerts carry the wrong position',
  ),
  streams(
    'ping',
    'stream.push(`event: ping\\nid: ${stream.lastSeq}\\n',
    'stream.push(`event: ping\\nid: ${stream.lastSeq + 1n}\\n',
    'a ping is ahead of its stream',
  ),
  streams(
    'pings',
    'this.pingTimer ??= setInterval(() => this.sendPings([...this.streams]), PING_EVERY_MS);',
    '',
    'a quiet stream looks dead',
  ),
  streams(
    'removed',
    '      this.streams.delete(stream);\n      onEnd(stream.sentAlertIds);',
    '      onEnd(stream.sentAlertIds);',
    'ended streams count for ever',
  ),
  streams(
    'subscription',
    '      this.streams.delete(stream);\n      this.subscription = null;\n      throw error;',
    '      this.streams.delete(stream);\n      throw error;',
    'one failed start ends all streams',
  ),
  dispatcher(
    'seen',
    'this.lastSeenSeq = BigInt(last);',
    'this.lastSeenSeq = BigInt(last) + 1n;',
    'an alert is passed over',
  ),
  dispatcher(
    'start',
    'this.lastSeenSeq = await readNewestAlertSeq(this.runner);',
    'this.lastSeenSeq = 1_000_000n;',
    'no alert is delivered',
  ),
  dispatcher(
    'notified',
    '    this.hasUnreadNotification = true;\n    this.delivering',
    '    this.delivering',
    'notifications are ignored',
  ),
  dispatcher(
    'delivering',
    '    } finally {\n      this.delivering = null;\n',
    '    } finally {\n',
    'the first delivery is the last',
  ),
  dispatcher(
    'publishing',
    '    } finally {\n      this.publishing = null;\n',
    '    } finally {\n',
    'the first publication is the last',
  ),
  dispatcher(
    'startup',
    '      this.startup = null;\n      throw error;',
    '      throw error;',
    'a failed start is never repeated',
  ),
  dispatcher(
    'requested',
    'this.isPublishRequested = true;',
    'this.isPublishRequested = this.publishing === null;',
    'a request during a publication is lost',
  ),
  dispatcher(
    'no-match',
    'if (alerts.length === 0 && !isWhitelisted) return newRead;',
    'if (alerts.length <= 1 && !isWhitelisted) return newRead;',
    'a single list entry raises no alert',
  ),
  dispatcher(
    'all-match',
    "if (newRead.plate === '') return newRead;",
    "if (newRead.plate !== '') return newRead;",
    'plates are not compared',
  ),
  publication(
    'pending',
    'if (published < PUBLICATION_BATCH_SIZE) return total;',
    'if (published > PUBLICATION_BATCH_SIZE) return total;',
    'a publication never ends',
  ),
  publication(
    'notify',
    "await runner.run({ text: 'select pg_notify($1, $2)', values: [ALERT_CHANNEL, ''] });",
    '',
    'nobody hears of new alerts',
  ),
  replica(
    'load',
    'for (const row of rows) fresh.put(row);',
    'for (const row of rows.slice(1)) fresh.put(row);',
    'a list entry is missing in memory',
  ),
  replica('swap', '    this.matcher = fresh;\n', '', 'lists are loaded for nothing'),
  replica('queued', '    this.queuedRefresh = null;\n', '', 'one failed refresh fails all later ones'),
  matcher('exact', "take(this.plates.get(plate), 'exact');", '', 'plain entries match nothing'),
  matcher(
    'expired',
    'entry.expiresMs !== null && entry.expiresMs <= nowMs',
    'entry.expiresMs !== null && entry.expiresMs > nowMs',
    'expired entries raise alerts',
  ),
  matcher('prefix', "take(this.byPrefix.get(plate.slice(0, AFFIX_LENGTH)), 'pattern');", '', 'patterns match nothing'),
  matcher(
    'pattern',
    "if (closeness === 'pattern' && !fitsPattern(plate, entry.text)) continue;",
    '',
    'a pattern matches all plates with its beginning',
  ),
  matcher('star', "while (pattern[q] === '*') q += 1;", '', 'a star at the end matches nothing'),
  matcher(
    'remove',
    '    this.remove(entry.key);\n    this.entries.set',
    '    this.entries.set',
    'replaced entries stay',
  ),
  storeReads(
    'published',
    'if (matched.some((read) => read.alerts !== undefined)) alerts.requestPublish();',
    '',
    'alerts wait for the next job',
  ),
  storeReads(
    'matched',
    'const inserted = await insertReads(store, matched);',
    'const inserted = await insertReads(store, reads);',
    'reads are stored without their alerts',
  ),
  storeReads('own', '      next += length;\n', '', 'each call gets the result of the first'),
  storeReads(
    'not-awaited',
    'const inserted = await insertReads(store, matched);',
    'const inserted = await Promise.race([insertReads(store, matched), Promise.resolve([])]);',
    'reads are acknowledged before they are stored',
  ),
  storeReads(
    'swallowed',
    'if (calls.length === 1 || isRetryable(error)) throw error;',
    'if (calls.length === 1 || isRetryable(error)) return calls.map(() => () => []);',
    'reads are acknowledged although storing failed',
  ),
  storeReads(
    'dropped',
    'const inserted = await keep(calls.flat());',
    'const inserted = await keep(calls[0] ?? []);',
    'of calls stored together one is stored',
  ),
  storeReads(
    'single',
    'return async (reads) => {',
    'return async (all) => {\n    const reads = all.slice(0, 4);',
    'only four reads of a call are stored',
  ),
  insert(
    'collect',
    'reads.flatMap(({ plate, alerts = [] }, index) =>',
    'reads.slice(1).flatMap(({ plate, alerts = [] }, index) =>',
    'alerts belong to the wrong read',
  ),
  insert(
    'transit',
    "transit: Array.isArray(ids) ? String(ids[index]) : '',",
    "transit: Array.isArray(ids) ? String(ids[0]) : '',",
    'alerts name another transit',
  ),
  insert(
    'of-table',
    '[positions.filter((at) => !isUnread(at)), positions.filter(isUnread)]',
    '[positions.filter(isUnread)]',
    'reads with a plate are not stored',
  ),
  batch(
    'rest',
    'while (waiting.length > 0) await runBatch',
    'if (waiting.length > 0) await runBatch',
    'calls that come during a batch wait',
  ),
  batch('running', '    running -= 1;\n', '', 'after two batches nothing is stored'),
  batch(
    'reject',
    'for (const { reject } of askers) reject(error);',
    'askers[0]?.reject(error);',
    'calls of a failed batch wait for ever',
  ),
  batch(
    'swapped',
    'askers.forEach(({ resolve }, at) => resolve(answers[at] as Out));',
    'askers.forEach(({ resolve }) => resolve(answers[0] as Out));',
    'each call gets the first answer',
  ),
  transitId(
    'gate',
    'const text = `${gate}:${plate}`;',
    'const text = `${plate}`;',
    'one plate at two gates at once is one transit',
  ),
  transitId(
    'plate',
    'const text = `${gate}:${plate}`;',
    'const text = `${gate}`;',
    'two plates at one gate at once share an id',
  ),
  transitId(
    'time',
    'return ((BigInt(ms - TRANSIT_EPOCH_MS) << HASH_BITS)',
    'return ((BigInt(ms - (ms % 60_000) - TRANSIT_EPOCH_MS) << HASH_BITS)',
    'transits of one minute are one',
  ),
  transitId(
    'random',
    'return ((hash >>> 22) ^ hash) & 0x3fffff;',
    'return (Math.random() * 0x3fffff) & 0x3fffff;',
    'a read sent again is stored again',
  ),
  transitId(
    'narrow',
    'export const TRANSIT_HASH_BITS = 22;',
    'export const TRANSIT_HASH_BITS = 10;',
    'ids are not in the order of time',
  ),
  readKey(
    'plate',
    "id: buildTransitId(gate, plate === '' ? `\\n${seen}` : plate, parseInstantMs(at)) };",
    'id: buildTransitId(gate, plate, Date.now()) };',
    'the id is that of the arrival',
  ),
  listen('again', '  while (!signal.aborted) {\n', '  {\n', 'a broken connection is not replaced'),
  listen('missed', '    onWord(null);\n', '', 'what was notified meanwhile is not looked for'),
  listen(
    'hear',
    "const hear = ({ payload }: { payload?: string | undefined }): void => onWord(payload ?? '');",
    'const hear = (): void => undefined;',
    'notifications are not heard',
  ),
  retry(
    'attempts',
    'if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;',
    'if (attempt >= ATTEMPTS || !isRetryable(error)) return undefined as never;',
    'a statement that failed counts as done',
  ),
  pgRunner(
    'rollback',
    "    await client.query('rollback').catch((broken: Error) => {\n      failure = broken;\n    });\n    throw error;",
    "    await client.query('rollback').catch((broken: Error) => {\n      failure = broken;\n    });\n    return undefined as never;",
    'a transaction rolled back counts as done',
  ),
  pgRunner('commit', "    await client.query('commit');\n", '', 'no transaction is committed'),
  pgRunner('release', '    client.release(failure);\n', '', 'connections are never returned'),
];
