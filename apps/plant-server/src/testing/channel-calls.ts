import * as api from '@varco/contract/plant/alert-channels.ts';
import { addOwnPush } from '@varco/contract/plant/own-push.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { buildApiKeyHeader } from './ingest-keys.ts';
import { readChannels } from './mail-channel.ts';
import { NOW, type TestPlant } from './test-plant.ts';

const ADMIN = 'amministratore';

/** Id of the recipient or browser that a call added. */
export const parseId = (answer: { readonly body: unknown }): number => addOwnPush.response.parse(answer.body).id;

/** Reads of listed plates, and the calls of an administrator about the channels that tell of them. */
export function createChannelClient(plantOf: () => TestPlant) {
  let secondsPassed = 0;
  async function sendRead(targa: string): Promise<void> {
    secondsPassed += 1;
    const reads = [{ varco_id: 1, targa, data: toIsoInstant(parseInstantMs(NOW) - secondsPassed * 1000) }];
    await injectRaw(plantOf().app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
    await plantOf().deps.alerts.publishPending();
  }
  const runDispatcher = () => plantOf().deps.channels.flush();
  const overview = () => readChannels(plantOf());
  const readChannelState = async (kind: string) => (await overview()).canali.find(({ tipo }) => tipo === kind);
  const save = async (tipo: string, impostazioni: object, more: object = {}) => {
    const ver = (await readChannelState(tipo))?.ver;
    const body = { tipo, impostazioni, attivo: true, mostra_targa: true, ver, ...more };
    return plantOf().callRaw(api.saveAlertChannel, { body }, ADMIN);
  };
  const addRecipient = async (canale: string, indirizzo: string, more: object = {}) => {
    const body = { canale, nome: canale, indirizzo, tipi: ['blacklist'], ...more };
    return plantOf().callRaw(api.addAlertRecipient, { body }, ADMIN);
  };
  const outcomes = async () => {
    const { body } = await plantOf().call(api.listAlertDeliveries, {}, ADMIN);
    return api.listAlertDeliveries.response.parse(body).objects.map(({ esito }) => esito ?? 'waiting');
  };
  return { sendRead, runDispatcher, overview, readChannelState, save, addRecipient, outcomes };
}
