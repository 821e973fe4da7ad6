import * as api from '@varco/contract/plant/alert-channels.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { expect } from 'vitest';
import type { TestPlant } from './test-plant.ts';

const ADMIN = 'amministratore';

export type RecipientInput = CallInput<typeof api.addAlertRecipient>['body'];

/** The alert channels of a test plant as its administrator sees them. */
export async function readChannels(plant: TestPlant) {
  const { body } = await plant.call(api.readAlertChannels, {}, ADMIN);
  return api.readAlertChannels.response.parse(body);
}

/** Opens the mail channel of a test plant over the mail server on a port of this machine. */
export async function openMailChannel(
  plant: TestPlant,
  port: number,
  more: { readonly mostra_targa?: boolean; readonly segreto?: string } = {},
): Promise<void> {
  const settings = {
    ...{ server: 'localhost', porta: port, sicurezza: 'nessuna' as const },
    ...{ utente: '', mittente: 'varco@prova.example', autorita: '' },
  };
  const ver = (await readChannels(plant)).canali.find(({ tipo }) => tipo === 'mail')?.ver ?? 0;
  const body = { tipo: 'mail' as const, impostazioni: settings, attivo: true, mostra_targa: false, ver, ...more };
  expect((await plant.call(api.saveAlertChannel, { body }, ADMIN)).status).toBe(200);
}

/** Adds a recipient of every kind of alert; returns its id. */
export async function addRecipient(plant: TestPlant, more: Partial<RecipientInput> = {}): Promise<number> {
  const body: RecipientInput = {
    canale: 'mail',
    nome: 'Centrale',
    indirizzo: 'centrale@gdf.it',
    tipi: [...ALERT_KINDS],
    ...more,
  };
  const answer = await plant.call(api.addAlertRecipient, { body }, ADMIN);
  expect(answer.status).toBe(200);
  return api.AlertRecipient.parse(answer.body).id;
}

/** Publishes pending alerts and sends their messages. */
export async function runDispatcher(plant: TestPlant): Promise<void> {
  await plant.deps.alerts.publishPending();
  await plant.deps.channels.flush();
}

export function advanceClock(plant: TestPlant, ms: number): void {
  plant.clock.now = toIsoInstant(parseInstantMs(plant.clock.now) + ms);
}
