import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JoiningRequest } from '@varco/contract/joining.ts';
import { formatJoiningCode } from '@varco/domain/joining/joining-code.ts';
import { buildJoiningAnswerText, type JoiningStep } from '@varco/domain/joining/joining-text.ts';
import { computeFingerprint } from '@varco/server-kit/auth/joining-key.ts';
import { verifyJoiningRequest } from '@varco/server-kit/auth/joining-request.ts';
import { generateSigningKey, type SigningKey, signText, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';

/** Answers in place of the plant; false: the plant answers as it should. */
type Misbehaviour = (step: JoiningStep, response: ServerResponse) => boolean;

/** A plant as far as joining goes, which a test can also let misbehave. */
export interface JoiningPlant {
  readonly uuid: string;
  readonly origin: string;
  /** Portals that took the plant, by uuid. */
  readonly takenBy: string[];
  key: SigningKey;
  previous: SigningKey | null;
  label: string;
  serverTime: string;
  misbehave: Misbehaviour;
  /** A new code for this plant; `address`: another one than its own. */
  makeCode(address?: string): string;
  close(): Promise<void>;
}

const rawKey = (key: SigningKey): Buffer => Buffer.from(toPublicJwk(key.publicKey).x, 'base64url');

/** Starts the plant. `serverTime`: its clock, ISO. */
export async function startJoiningPlant(serverTime: string): Promise<JoiningPlant> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const plant: JoiningPlant = {
    uuid: randomUUID(),
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takenBy: [],
    key: generateSigningKey(),
    previous: null,
    label: 'Ravenna Porto',
    serverTime,
    misbehave: () => false,
    makeCode: (address = plant.origin) =>
      formatJoiningCode({
        plantUuid: plant.uuid,
        address,
        name: plant.label,
        fingerprint: computeFingerprint(rawKey(plant.key)),
        secret: randomBytes(16),
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return plant;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const step = request.url?.endsWith('/accept') === true ? 'accept' : 'challenge';
    if (plant.misbehave(step, response)) return;
    const body = JoiningRequest.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const text = verifyJoiningRequest(step, plant.uuid, body);
    if (text === null) return void response.writeHead(500).end();
    if (step === 'accept') plant.takenBy.push(body.portal_uuid);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(buildAnswer(plant, text)));
  }
}

function buildAnswer({ uuid, key, previous, label, serverTime }: JoiningPlant, request: string) {
  const plantKey = toPublicJwk(key.publicKey).x;
  const facts = { request, plantUuid: uuid, plantKey, label, shortCode: 'RAV', challenge: 'abc.def', serverTime };
  const text = buildJoiningAnswerText(facts);
  return {
    plant_uuid: uuid,
    plant_key: plantKey,
    label,
    short_code: facts.shortCode,
    challenge: facts.challenge,
    server_time: serverTime,
    expires_at: '2026-11-21T12:00:00.000Z',
    signature: signText(key, text),
    previous_signature: previous === null ? null : signText(previous, text),
  };
}

/** The envelope of an error, as a plant sends it. */
export function sendFault(response: ServerResponse, sub: string, data?: object): true {
  const error = {
    code: 'conflict',
    sub_code: sub,
    path: '/api/joining/challenge',
    ...(data === undefined ? {} : { data }),
  };
  response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  return true;
}
