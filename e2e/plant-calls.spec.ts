import type { Page, Request } from '@playwright/test';
import { expect, test } from './world/journey.ts';

const SEARCH = '/api/v2/lpr/search';
const LOGIN = '/api/auth/login';
const PICTURES = '/api/media/';

/** Calls of the page to plants, in order. */
function hearPlants(page: Page, origins: ReadonlySet<string>): Request[] {
  const heard: Request[] = [];
  page.on('request', (request) => {
    if (origins.has(new URL(request.url()).origin) && request.method() !== 'OPTIONS') heard.push(request);
  });
  return heard;
}

const originOf = (request: Request): string => new URL(request.url()).origin;
const pathOf = (request: Request): string => new URL(request.url()).pathname;
const tokenOf = (request: Request): string => request.headers()['authorization'] ?? '';

function first(requests: readonly Request[]): Request {
  const [request] = requests;
  if (request === undefined) throw new Error('no call was heard');
  return request;
}

/** Whom a token was given by and to, as it says itself; the plant checks it, here it only has to be the right one. */
function claimsOf(request: Request): Readonly<Record<string, unknown>> {
  const [, body = ''] = tokenOf(request).replace('Bearer ', '').split('.');
  return Object(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

test('PLAPI-01 PLAPI-18 PLAPI-19: every plant that can be asked is asked at its own address with its own token, pictures too, and no plate stands in an address', async ({
  page,
  world,
  login,
  list,
  detail,
  caseBar,
}) => {
  const origins = new Set(world.plants.map((plant) => new URL(plant.url).origin));
  const heard = hearPlants(page, origins);
  await login.signIn(world.user('m.ferri'));
  await caseBar.state('4471/2026');
  await list.find('G*');
  await list.expectSettled();

  const searches = heard.filter((request) => pathOf(request) === SEARCH);
  // Six of the eight are enabled and signed in to; the others are not bothered.
  expect(new Set(searches.map(originOf)).size).toBe(6);
  expect(searches.map((request) => request.method())).toEqual(searches.map(() => 'POST'));
  const tokens = new Map(searches.map((request) => [originOf(request), tokenOf(request)]));
  expect(new Set(tokens.values()).size).toBe(6);
  for (const request of searches) expect(tokenOf(request)).toBe(tokens.get(originOf(request)));
  const issuers = new Set(searches.map((request) => claimsOf(request)['iss']));
  expect(issuers.size).toBe(6);

  await list.rows.first().dblclick();
  await expect(detail.article).toBeVisible();
  const picture = (): Request | undefined =>
    heard.find((request) => request.method() === 'GET' && pathOf(request).startsWith(PICTURES));
  await expect.poll(() => picture() !== undefined).toBe(true);
  // A ticket for this person and this picture stands in its address, in the place of the token.
  expect(origins).toContain(originOf(picture() ?? first(heard)));
  expect(tokenOf(picture() ?? first(heard))).toBe('');
  for (const request of heard) expect(decodeURIComponent(request.url())).not.toMatch(/G[A-Z]\d{3}[A-Z]{2}/);
});

test('PLAPI-02: a plant that answers 401 is signed in to anew, once, and asked again; its rows are all there', async ({
  page,
  world,
  login,
  list,
  caseBar,
}) => {
  const plant = world.plant('CES');
  const heard = hearPlants(page, new Set([new URL(plant.url).origin]));
  await login.signIn(world.user('m.ferri'));
  await caseBar.state('4471/2026');
  let refused = 0;
  await page.route(`${plant.url}${SEARCH}`, async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
    refused += 1;
    const body = { error: { code: 'invalid_token', sub_code: 'expired', path: SEARCH, request_id: 'test' } };
    await route.fulfill({
      status: 401,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': world.portal, vary: 'Origin' },
      body: JSON.stringify(body),
    });
  });
  const before = heard.length;
  await list.find('G*');
  await list.expectSettled();
  const calls = heard.slice(before).map(pathOf);
  expect(refused).toBe(1);
  expect(calls.filter((path) => path === LOGIN)).toHaveLength(1);
  const searches = heard.slice(before).filter((request) => pathOf(request) === SEARCH);
  expect(searches.length).toBeGreaterThanOrEqual(2);
  expect(tokenOf(first(searches.toReversed()))).not.toBe(tokenOf(first(searches)));
  await expect(list.rows.filter({ hasText: 'CES' }).first()).toBeVisible();
});
