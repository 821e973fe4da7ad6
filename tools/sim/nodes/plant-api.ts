import { pushExport } from '@varco/contract/plant/exports.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { NewLookUp } from '../../../apps/plant-server/src/features/look-ups/look-up-service.ts';
import type { SimDatabase } from '../database/sim-database.ts';
import type { SimRequest, SimResponse } from '../engine/messages.ts';
import type { SimNode } from '../engine/scheduler.ts';
import type { World } from '../world.ts';
import type { PlantProcess } from './plant-process.ts';
import { buildLoginResponse, createPlantUser, OPERATOR_UUID } from './plant-user.ts';
import { ok, refuse, refuseError } from './responses.ts';
import { answerSearch, selectTransits } from './search-answers.ts';

/** Tokens are short-lived here, so that they end while people work. */
const TOKEN_MS = 4 * 60_000;

/** What the shell needs of its plant. */
export interface ServedPlant {
  readonly world: World;
  readonly node: SimNode;
  readonly database: SimDatabase;
  readonly uuid: string;
  readonly isOld: boolean;
  readonly password: string;
}

/** The HTTP side of a simulated plant: a thin shell around the code of the plant server. */
export async function servePlant(plant: ServedPlant, running: PlantProcess, request: SimRequest): Promise<SimResponse> {
  try {
    return await route(plant, running, request);
  } catch (error) {
    if (error instanceof AppError) return refuseError(error);
    return refuse(500, 'internal');
  }
}

async function route(plant: ServedPlant, running: PlantProcess, request: SimRequest): Promise<SimResponse> {
  if (request.path.startsWith(pushExport.path)) return running.exports.serve(request);
  const body: unknown = JSON.parse(request.body);
  switch (request.path) {
    case '/reads':
      await running.storeReads(body as Parameters<PlantProcess['storeReads']>[0]);
      return ok({});
    case '/look-up':
      return answerLookUp(running, body, request.signal);
    case '/api/auth/login':
      return signIn(plant, body);
    default:
      return isTokenValid(plant, request.headers['Authorization'])
        ? routeOfUser(plant, running, request, body)
        : refuse(401, 'invalid_token');
  }
}

async function routeOfUser(
  plant: ServedPlant,
  running: PlantProcess,
  { path, signal }: SimRequest,
  body: unknown,
): Promise<SimResponse> {
  const { database, isOld } = plant;
  const filter = body as Parameters<typeof answerSearch>[1];
  switch (path) {
    case '/api/v2/lpr/search':
      return ok(await database.access(() => answerSearch(database.tables.transits.values(), filter, isOld)));
    case '/api/v2/lpr/count':
      if (isOld) return refuse(404, 'not_found');
      return ok({
        count: await database.access(() => selectTransits(database.tables.transits.values(), filter).length),
        limitations: [],
      });
    case '/api/notifications/receive':
      return openStream(running, body as { readonly last_id?: string }, signal);
    default:
      return refuse(404, 'not_found');
  }
}

function signIn(plant: ServedPlant, body: unknown): SimResponse {
  const { username, password } = body as { readonly username: string; readonly password: string };
  const { judge, scheduler } = plant.world;
  judge.check('a password is sent to its own plant only', plant.node.name, password === plant.password, () => [
    'the password of this plant',
    'another one',
  ]);
  if (username !== 'm.ferri' || password !== plant.password) return refuse(401, 'bad_credentials');
  const expiresMs = plant.node.clock.wallMs(scheduler.nowMs) + TOKEN_MS;
  return ok(buildLoginResponse(`${plant.node.name}.${expiresMs}`, plant.uuid, plant.isOld));
}

function isTokenValid(plant: ServedPlant, authorization: string | undefined): boolean {
  if (authorization === undefined) return false;
  const [name, expiresMs] = authorization.slice('Bearer '.length).split('.');
  const { judge, scheduler } = plant.world;
  judge.check('a token is sent to its own plant only', plant.node.name, name === plant.node.name, () => [
    `a token of ${plant.node.name}`,
    authorization,
  ]);
  return name === plant.node.name && plant.node.clock.wallMs(scheduler.nowMs) < Number(expiresMs);
}

async function openStream(
  { streams }: PlantProcess,
  body: { readonly last_id?: string },
  signal: AbortSignal,
): Promise<SimResponse> {
  const request = {
    ...{ user: createPlantUser(), session: 's1', kinds: new Set(ALERT_KINDS), gates: null },
    after: body.last_id === undefined ? null : BigInt(body.last_id),
  };
  const stream = await streams.open(request, signal, () => undefined);
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: stream };
}

async function answerLookUp(running: PlantProcess, body: unknown, signal: AbortSignal): Promise<SimResponse> {
  const { id, plate, isPaid } = body as { readonly id: string; readonly plate: string; readonly isPaid: boolean };
  const lookUp: NewLookUp = {
    ...{ id, user: { id: 7, uuid: OPERATOR_UUID, username: 'm.ferri' }, reason: null, request: isPaid ? 0 : 2 },
    ...{ keyKind: 0, key: plate, vehicleKind: null, isPaid, cachedSince: undefined, isCacheOnly: false },
  };
  const { state, cents } = await running.lookUps.run(lookUp, signal);
  return ok({ state, cents });
}
