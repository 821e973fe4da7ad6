// Loaded once for each simulated tab, with its own copy of the web app's modules (engine/module-hooks.ts).
import { buildMergedPage } from '@varco/domain/federation/merge.ts';
import type { VaultItem } from '@varco/vault/item.ts';
import {
  DEFAULT_FILTER,
  type SearchFilter,
} from '../../../apps/portal-web/src/features/transits/search/search-filter.ts';
import { isSearchComplete } from '../../../apps/portal-web/src/features/transits/search/search-machine.ts';
import { searchPorts } from '../../../apps/portal-web/src/features/transits/search/search-ports.ts';
import { SearchSession } from '../../../apps/portal-web/src/features/transits/search/search-session.ts';
import { restrictToSelectedPlant } from '../../../apps/portal-web/src/features/transits/search/search-state.ts';
import { buildSearchView } from '../../../apps/portal-web/src/features/transits/search/search-view.ts';
import { startAlerts } from '../../../apps/portal-web/src/lib/alerts/alert-centre.ts';
import { useAlerts } from '../../../apps/portal-web/src/lib/alerts/alerts.store.ts';
import { storedAlertConfig, DEFAULT_ALERT_CONFIG } from '../../../apps/portal-web/src/lib/alerts/alert-config.ts';
import { now } from '../../../apps/portal-web/src/lib/clock.ts';
import { signOutPlant, stopVerifying, verifyAll } from '../../../apps/portal-web/src/lib/plants/plant-sessions.ts';
import { clearPlants, isAway, setPlants, usePlants } from '../../../apps/portal-web/src/lib/plants/plant-store.ts';
import { useSession } from '../../../apps/portal-web/src/lib/session/session-store.ts';
import type { TabAction, TabAlerts, TabPlant, TabSearch, TabView, WebTab } from './web-tab-types.ts';

const USER = 'operator';

const toItem = ({ url, uuid, password }: TabPlant, position: number): VaultItem => ({
  ...{ url, label: url, username: 'm.ferri', password, enabled: true, uuid, pin: null, position, rev: 1 },
});

const toPeer = ({ peerId, uuid, url }: TabPlant) => ({
  ...{ id: peerId, uuid, url, label: url, code: 'IMP', reachable: true, verified: true, last_seen: null },
  ...{ last_status_message: null, last_status_message_time: null, server_time: null, server_working: true },
  ...{ last_plate_date: null, license_expiration: null },
});

const toFilter = ({ start, end, gateId, peerIds }: TabSearch): SearchFilter => ({
  ...DEFAULT_FILTER,
  period: { kind: 'range', start, end },
  gates: gateId === null ? [] : peerIds.map((peerId) => ({ peerId, gateId })),
});

/** One tab of the web app, driven through the functions its screens call. */
function createTab(): WebTab {
  let session = new SearchSession(searchPorts);
  let stopAlerts: (() => void) | null = null;
  let onAlerts = (): void => undefined;
  useAlerts.subscribe(() => onAlerts());
  return {
    async signIn(plants) {
      // A new page: nothing of the last one, not even its order of rows, may decide what this one does.
      session = new SearchSession(searchPorts);
      useSession.setState({ status: 'signed-in', user: { uuid: USER } as never });
      setPlants(new Map(plants.map((plant, i) => [plant.credentialId, toItem(plant, i)])), plants.map(toPeer));
      await verifyAll();
    },
    signOut() {
      for (const id of usePlants.getState().plants.keys()) signOutPlant(id);
      stopVerifying();
      session.dispose();
      clearPlants();
      useSession.setState({ status: 'signed-out', user: null });
    },
    signedIn: () =>
      [...usePlants.getState().plants.values()].filter(({ state }) => state === 'ok').map(({ peerId }) => peerId),
    signingIn: () =>
      [...usePlants.getState().plants.values()]
        .filter(({ state }) => state === 'new' || state === 'verifying')
        .map(({ peerId }) => peerId),
    away: () =>
      [...usePlants.getState().plants.values()].filter(({ reason }) => isAway(reason)).map(({ peerId }) => peerId),
    search: (wish) => session.run(toFilter(wish), wish.peerIds),
    submit: (wish) => session.submit(toFilter(wish), wish.peerIds),
    act: (action) => actOn(session, action),
    observe: () => observe(session),
    onChange: (listener) => void session.subscribe(listener),
    startAlerts() {
      storedAlertConfig.save({ ...DEFAULT_ALERT_CONFIG, desktop: true });
      void storedAlertConfig.written().then(() => {
        // A page that is loaded while its first sign-in still runs must not receive twice.
        stopAlerts?.();
        stopAlerts = startAlerts(USER);
      });
    },
    stopAlerts() {
      stopAlerts?.();
      stopAlerts = null;
    },
    isReceiving: () => stopAlerts !== null,
    alerts: describeAlerts,
    onAlerts(listener) {
      onAlerts = listener;
    },
  };
}

function actOn(session: SearchSession, action: TabAction): void {
  switch (action.kind) {
    case 'next-page':
      return session.goToPage(session.getState().page + 1);
    case 'first-page':
      return session.goToPage(1);
    case 'freeze':
      return session.freeze();
    case 'accept':
      return session.showLateRows();
    case 'abort':
      return session.abort();
    case 'sort':
      return session.sortBy('data');
    case 'retry':
      return session.retry(action.peerId ?? 0);
    case 'pick':
      return session.pickPlant(action.peerId);
    case 'submit-again':
      return session.submit(toFilter(action.wish), action.wish.peerIds);
    case 'refresh':
      return void session.refresh(toFilter(action.wish), action.wish.peerIds);
  }
}

function observe(session: SearchSession): TabView {
  const state = session.getState();
  const view = buildSearchView(state, [], now());
  const restricted = restrictToSelectedPlant(state);
  const pages =
    restricted === null ? [] : Array.from({ length: state.page }, (_, i) => buildMergedPage(restricted, i + 1));
  const parts = new Map(state.search?.parts.map((part) => [part.plantId, part]));
  return {
    ...{ status: state.status, resultId: state.resultId, startedAt: state.startedAt, page: state.page },
    isComplete: isSearchComplete(state),
    isFrozen: state.search?.isFrozen === true,
    isDescending: state.order.isDescending,
    pickedPeerId: state.peerId,
    rows: pages.flatMap(({ rows }) =>
      rows.map(({ plantId, row }) => ({ peerId: Number(plantId), id: row.id, at: row.data, gate: row.varco_id })),
    ),
    hasNext: view.merged?.hasNext === true,
    isPageWhole: view.merged?.isComplete === true,
    plants: (view.completeness?.plants ?? []).map(({ plantId, outcome, rows, newestRead, faults }) => ({
      ...{ peerId: Number(plantId), state: outcome.state, rows, newestRead, faults },
      isAccepted: parts.get(plantId)?.isAccepted === true,
      hasAnswered: parts.get(plantId)?.progress === 'completed',
      hasMore: parts.get(plantId)?.feed.hasMore === true,
    })),
    isWhole: view.completeness?.isWhole === true,
    ...{ total: view.total, isTotalExact: view.isTotalExact },
  };
}

function describeAlerts(): TabAlerts {
  const { list, links, unseen } = useAlerts.getState();
  return { ids: list.map(({ id }) => id), links: [...links], unseen };
}

// This module is loaded by an address made at run time, so it hands its tab over instead of exporting it.
Object.assign(globalThis, { simTab: createTab() });
