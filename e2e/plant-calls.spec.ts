import type { Page, Request } from '@playwright/test';
import { expect, test } from './world/journey.ts';
import { revokePlantTokens } from './world/plant-state.ts';

const SEARCH = '/api/v2/lpr/search';
const LOGIN = '/api/auth/login';
const PICTURES = '/api/media/';

/** Records the page's calls to plants, in order. */
function recordPlantCalls(page: Page, origins: ReadonlySet<string>): Request[] {
  const heard: Request[] = [];
  page.on('request', (request) => {
    if (origins.has(new URL(request.url()).origin) && request.method() !== 'OPTIONS') heard.push(request);
  });
  return heard;
}

const getOrigin = (request: Request): string => new URL(request.url()).origin;
const getPath = (request: Request): string => new URL(request.url()).pathname;
const getToken = (request: Request): string => request.headers()['authorization'] ?? '';

/** The address as it would appear in a log, with the content of its ticket decoded and without signature and nonce. */
const decodeAddress = (request: Request): string =>
  decodeURIComponent(request.url()).replace(/m1\.([\w-]+)\.[\w-]+/, (_, stored: string) => {
    const { n: _nonce, ...rest } = Object(JSON.parse(Buffer.from(stored, 'base64url').toString()));
    return JSON.stringify(rest);
  });

function takeFirst(requests: readonly Request[]): Request {
  const [request] = requests;
  if (request === undefined) throw new Error('no call was heard');
  return request;
}

/**
 * Unverified claims of the token of a call (user and plant). The plant verifies it; here it only has to be the right
 * one.
 */
function readClaims(request: Request): Readonly<Record<string, unknown>> {
  const [, body = ''] = getToken(request).replace('Bearer ', '').split('.');
  return Object(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

test('SCOPE-02 PLAPI-01 PLAPI-18 PLAPI-19: every plant that can be asked is asked at its own address with its own token, pictures too, and no plate stands in an address', async ({
  page,
  world,
  list,
  detail,
  begin,
}) => {
  const origins = new Set(world.plants.map((plant) => new URL(plant.url).origin));
  const heard = recordPlantCalls(page, origins);
  await begin('m.ferri', { reason: '4471/2026', find: 'G*' });

  const searches = heard.filter((request) => getPath(request) === SEARCH);
  // Six of the eight are enabled and signed in to; the others are not called.
  expect(new Set(searches.map(getOrigin)).size).toBe(6);
  expect(searches.map((request) => request.method())).toEqual(searches.map(() => 'POST'));
  const tokens = new Map(searches.map((request) => [getOrigin(request), getToken(request)]));
  expect(new Set(tokens.values()).size).toBe(6);
  for (const request of searches) expect(getToken(request)).toBe(tokens.get(getOrigin(request)));
  const issuers = new Set(searches.map((request) => readClaims(request)['iss']));
  expect(issuers.size).toBe(6);

  await list.rows.first().dblclick();
  await expect(detail.article).toBeVisible();
  const picture = (): Request | undefined =>
    heard.find((request) => request.method() === 'GET' && getPath(request).startsWith(PICTURES));
  await expect.poll(() => picture() !== undefined).toBe(true);
  // The address contains a ticket for this user and picture instead of the token.
  expect(origins).toContain(getOrigin(picture() ?? takeFirst(heard)));
  expect(getToken(picture() ?? takeFirst(heard))).toBe('');
  for (const request of heard) expect(decodeAddress(request)).not.toMatch(/G[A-Z]\d{3}[A-Z]{2}/);
});

test('PLAPI-02 SESS-10: when tokens end during a search, each plant is signed in to anew, once, and asked again; no row is missing', async ({
  page,
  world,
  list,
  begin,
}) => {
  const origins = new Set(world.plants.map((plant) => new URL(plant.url).origin));
  const heard = recordPlantCalls(page, origins);
  const refused: Request[] = [];
  page.on('response', (response) => {
    if (response.status() === 401 && origins.has(new URL(response.url()).origin)) refused.push(response.request());
  });
  await begin('m.ferri', { reason: '4471/2026', find: '' });
  const firstPage = await list.readTimes();
  const requested = new Set(heard.filter((request) => getPath(request) === SEARCH).map(getOrigin));
  expect(requested.size).toBe(6);

  // The plants revoke the tokens; the browser learns of it with its next call.
  for (const origin of requested) await revokePlantTokens(world, origin);
  const before = heard.length;
  await page.getByRole('button', { name: 'Pagina successiva' }).last().click();
  await expect(list.findNumber(list.rows.first())).toHaveText('51');
  await list.expectSettled();
  // Only visible rows are in the page.
  await expect.poll(async () => (await list.readTimes()).length).toBeGreaterThan(10);
  const secondPage = await list.readTimes();
  expect([...firstPage, ...secondPage].toSorted().toReversed()).toEqual([...firstPage, ...secondPage]);
  await expect(list.findFailedPlants()).toHaveCount(0);

  // And a search that starts without a valid token.
  for (const origin of requested) await revokePlantTokens(world, origin);
  await list.search.click();
  await expect(list.results).toHaveAttribute('aria-busy', 'true');
  await list.expectSettled();
  await expect(list.rows.filter({ hasText: 'CES' }).first()).toBeVisible();
  const calls = heard.slice(before);
  const ces = new URL(world.plant('CES').url).origin;
  expect(new Set(refused.map(getOrigin))).toContain(ces);
  for (const origin of new Set(refused.map(getOrigin))) {
    const searches = calls.filter((request) => getOrigin(request) === origin && getPath(request) === SEARCH);
    const logins = calls.filter((request) => getOrigin(request) === origin && getPath(request) === LOGIN);
    // At most one sign-in for each revocation followed by calls, however many calls were running.
    expect(logins.length).toBeLessThanOrEqual(2);
    expect(logins.length).toBeGreaterThanOrEqual(1);
    // Whichever call noticed first, the successful search used a token that no response had rejected.
    const ended = refused.filter((request) => getOrigin(request) === origin).map(getToken);
    expect(ended).not.toContain(getToken(takeFirst(searches.toReversed())));
  }
  await expect(page).toHaveURL(/\/lpr/);
});
