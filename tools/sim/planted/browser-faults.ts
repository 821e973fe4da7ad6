import { inFile, type PlantedFault } from './planted-fault.ts';

const sessions = inFile('sessions', 'apps/portal-web/src/lib/plants/plant-sessions.ts');
const store = inFile('plant-store', 'apps/portal-web/src/lib/plants/plant-store.ts');
const call = inFile('call', 'apps/portal-web/src/lib/api/call.ts');
const queries = inFile('queries', 'apps/portal-web/src/lib/plants/plant-queries.ts');
const stream = inFile('event-stream', 'apps/portal-web/src/lib/api/event-stream.ts');
const plantStream = inFile('plant-stream', 'apps/portal-web/src/lib/alerts/plant-stream.ts');
const centre = inFile('centre', 'apps/portal-web/src/lib/alerts/alert-centre.ts');
const alerts = inFile('alerts', 'apps/portal-web/src/lib/alerts/alerts.store.ts');
const announce = inFile('announce', 'apps/portal-web/src/lib/alerts/announce.ts');
const kinds = inFile('kinds', 'packages/domain/src/alerts/alert-kinds.ts');

/** Faults of the browser: sessions at plants, calls, the alert centre and its streams. */
export const BROWSER_FAULTS: readonly PlantedFault[] = [
  sessions(
    'no-renewal',
    'renew: (refused: string) => renewPlantToken(credentialId, refused),',
    '',
    'a session ends with its first token',
  ),
  sessions(
    'old-token',
    'stored !== null && stored !== refused ? Promise.resolve(stored)',
    'stored !== null ? Promise.resolve(stored)',
    'the refused token is used again',
  ),
  sessions(
    'other-token',
    'token: () => findPlantByCredential(credentialId)?.token ?? null,',
    'token: () => [...usePlants.getState().plants.values()][0]?.token ?? null,',
    'the token of another plant is sent',
  ),
  sessions(
    'other-password',
    'const { username, password, uuid } = plant.credential;',
    'const { username, uuid } = plant.credential;\n  const password = [...usePlants.getState().plants.values()][0]?.credential.password ?? "";',
    'the password of another plant is sent',
  ),
  sessions(
    'retry',
    'retry ??= setTimeout(() => {',
    'retry ??= setTimeout(() => undefined, 0) as never; void (() => {',
    'an unreachable plant is never tried again',
  ),
  sessions(
    'retry-renewal',
    '  if (isRetried(plant.credentialId)) scheduleRetry();\n',
    '',
    'a plant that is off when a token ends is never tried again',
  ),
  sessions(
    'by-peer',
    'find((plant) => plant.peerId === peerId);',
    'find((plant) => plant.peerId >= peerId);',
    'a plant is found by another id',
  ),
  sessions(
    'uuid',
    'uuid !== null && answer.parameters.plant_uuid !== uuid',
    'uuid !== null && answer.parameters.plant_uuid === uuid',
    'the right plant is refused',
  ),
  sessions(
    'state',
    "patchPlant(credentialId, { state: 'ok', reason: null, wasVerified: true, token: login.token, login });",
    "patchPlant(credentialId, { state: 'ok', reason: null, wasVerified: true, login });",
    'a sign-in keeps no token',
  ),
  store(
    'patch',
    'plants.set(credentialId, { ...plant, ...patch });',
    'plants.set(credentialId, { ...patch, ...plant });',
    'the state of a plant never changes',
  ),
  store(
    'same',
    'peers.find((one) => (credential.uuid === null ? String(one.id) === id : one.uuid === credential.uuid)) ?? null;',
    'peers[0] ?? null;',
    'credentials are tied to the first plant',
  ),
  call(
    'fresh',
    'return await fetchOnce(target, endpoint, parts, options, fresh);',
    'return await fetchOnce(target, endpoint, parts, options, token);',
    'the call is repeated with the refused token',
  ),
  call(
    'refused',
    "error.code === 'invalid_token' ||",
    "error.code === 'internal' ||",
    'a refused token is not noticed',
  ),
  call('status', 'if (!response.ok)\n', 'if (response.status === 999)\n', 'an error is read as an answer'),
  call(
    'timeout',
    'AbortSignal.timeout(options.timeMs ?? limits.timeMs);',
    'AbortSignal.timeout(1e9);',
    'a call waits for ever',
  ),
  call(
    'body',
    '{ body: options.form ?? JSON.stringify(parts.body) }',
    '{ body: JSON.stringify({}) }',
    'the filter is not sent',
  ),
  queries(
    'abort',
    'if (isAbort(error)) return null;',
    'if (!isAbort(error)) return null;',
    'a failure is taken for an interruption',
  ),
  stream(
    'silence',
    'timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);\n      yield*',
    'yield*',
    'a dead connection is never noticed',
  ),
  stream('split', "this.buffer = blocks.pop() ?? '';", "this.buffer = '';", 'an event in two pieces is lost'),
  stream(
    'reconnect',
    'await waitUnlessAborted(reopenMs ?? ALERT_RECONNECT_MS, signal);',
    'return;',
    'a stream is opened once',
  ),
  stream(
    'refusals',
    'const REFUSALS: readonly number[] = [400, 403, 404, 405];',
    'const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 500, 503];',
    'a plant that restarts is given up',
  ),
  stream(
    'renew',
    'if (first.status !== 401 || token === null || target.renew === undefined)',
    'if (first.status !== 403 || token === null || target.renew === undefined)',
    'a stream does not renew its token',
  ),
  stream('closed', '    if (reopenMs === null) ports.onClosed?.();\n', '', 'a closed stream is shown as open'),
  stream(
    'id',
    "return { name: of('event'), id: of('id'), data: of('data') };",
    "return { name: of('event'), id: '', data: of('data') };",
    'positions are not read',
  ),
  plantStream('resume', "...(place === '' ? {} : { last_id: place })", '', 'a stream always begins now'),
  plantStream(
    'ping',
    "if (event.name === 'ping') ports.onOpen(event.id);",
    "if (event.name === 'ping') ports.onOpen('');",
    'the position of a quiet stream is not known',
  ),
  plantStream(
    'alert',
    'if (alert?.success === true) ports.onAlert(alert.data, event.id);',
    "if (alert?.success === true) ports.onAlert(alert.data, '');",
    'alerts carry no position',
  ),
  plantStream(
    'version',
    'const alert = json.ok ? LiveAlert.safeParse(json.value) : null;',
    'const alert = json.ok ? LiveAlert.extend({ nuovo: LiveAlert }).safeParse(json.value) : null;',
    'alerts of this version are skipped',
  ),
  centre(
    'position',
    '    this.positions.set(held.peerId, place);\n    const isNews',
    '    const isNews',
    'positions stay behind the alerts',
  ),
  centre(
    'stored',
    'for (const [peerId, place] of stored?.places ?? []) this.positions.set(peerId, place);',
    '',
    'positions are forgotten with the page',
  ),
  centre(
    'stored-list',
    'for (const held of stored?.list ?? []) addAlert(held);',
    '',
    'alerts are forgotten with the page',
  ),
  centre(
    'save',
    'storedAlerts.save({ list: [...useAlerts.getState().list], places: [...this.positions] });\n    const isUrged',
    'const isUrged',
    'received alerts are not stored',
  ),
  centre(
    'tell-tabs',
    "        this.postMessage({ kind: 'alert', held, place });\n        this.handleAlert(held, place);",
    '        this.handleAlert(held, place);',
    'other tabs get no alerts',
  ),
  centre('leader', '    if (!this.isLeader) return;\n    storedAlerts', '    storedAlerts', 'every tab announces'),
  centre(
    'leader-tell',
    '    if (!this.isLeader) return;\n    storedAlerts',
    '    if (this.isLeader) return;\n    storedAlerts',
    'the tab that does not lead announces',
  ),
  centre('news', 'if (isNews || isUrged) announceAlert', 'if (isUrged) announceAlert', 'new alerts are not announced'),
  centre(
    'all-urged',
    'held.alert.sollecitato_il !== null &&',
    'held.alert.sollecitato_il === null &&',
    'every repetition is announced',
  ),
  centre(
    'subscribe',
    'const stopWatching = usePlants.subscribe(() => this.updateStreams());',
    'const stopWatching = (): void => undefined;',
    'plants signed in later have no stream',
  ),
  centre(
    'stop-streams',
    '    for (const stream of this.streams.values()) stream.stop();\n',
    '',
    'a tab that does not lead any more reads on',
  ),
  centre(
    'key',
    'if (one !== undefined && getStreamKey(one) === stream.asked) continue;',
    'if (one !== undefined) continue;',
    'a changed account keeps its stream',
  ),
  centre(
    'reopen',
    'if (!this.streams.has(peerId)) this.openStream(peerId, one);',
    'this.openStream(peerId, one);',
    'streams are opened again and again',
  ),
  centre(
    'link-position',
    "    if (place !== '') this.positions.set(peerId, place);\n    if (before === state) return;",
    '    this.positions.set(peerId, place);\n    if (before === state) return;',
    'a closed link forgets its position',
  ),
  centre('hello', 'else if (this.isLeader) this.sendStateToNewTab();', '', 'a new tab learns nothing of the others'),
  centre(
    'new-tab',
    'for (const held of list.toReversed())',
    'for (const held of list.slice(0, 2))',
    'a new tab gets two alerts',
  ),
  centre(
    'can',
    "state === 'ok' && login !== null && isForceEnabled(login.user);",
    "state !== 'ok' && login !== null && isForceEnabled(login.user);",
    'streams of signed-in plants are closed',
  ),
  alerts('key', 'id: `${peerId} ${alert.id}`,', 'id: `${alert.id}`,', 'alerts of two plants are taken for one'),
  alerts(
    'known',
    'const isNews = !isKnown && stored.alert.esito === null;',
    'const isNews = isKnown && stored.alert.esito === null;',
    'only known alerts are news',
  ),
  alerts('add', '    list: next,\n    unseen', '    unseen', 'alerts are not added'),
  alerts(
    'same',
    'if (next === list) return false;',
    'if (next === list) return true;',
    'a repeated alert is announced again',
  ),
  announce(
    'priority',
    'if (priority === 3) return;',
    'if (priority === 1) return;',
    'the most urgent alerts are silent',
  ),
  kinds(
    'twice',
    'if (stored !== undefined && stored.version >= arrived.version) return list;',
    '',
    'a repeated alert counts as new',
  ),
  kinds(
    'others',
    'const others = list.filter(({ id }) => id !== arrived.id);',
    'const others = list;',
    'an alert stands twice in the list',
  ),
  kinds(
    'order',
    'others.findIndex(({ at }) => at <= arrived.at);',
    'others.findIndex(({ at }) => at >= arrived.at);',
    'alerts are shown oldest first',
  ),
  kinds(
    'cut',
    'return next.slice(0, MAX_LATEST_ALERTS);',
    'return next.slice(-MAX_LATEST_ALERTS);',
    'the newest alert falls out of the list',
  ),
  kinds(
    'few',
    'export const MAX_LATEST_ALERTS = 11;',
    'export const MAX_LATEST_ALERTS = 5;',
    'too few alerts are shown',
  ),
];
