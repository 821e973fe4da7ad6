import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ResultArea } from '../src/features/transits/results/ResultArea.tsx';
import { DEFAULT_FILTER, type SearchFilter } from '../src/features/transits/search/search-filter.ts';
import { type SearchPorts, SearchSession } from '../src/features/transits/search/search-session.ts';
import type { NewTransitCount } from '../src/features/transits/search/use-new-transits.ts';
import { buildSearchView } from '../src/features/transits/search/search-view.ts';
import { endSelection } from '../src/features/transits/results/selection.store.ts';
import { dismissAll } from '../src/lib/notices/notices.store.ts';
import { type PlantSession, usePlants } from '../src/lib/plants/plant-store.ts';
import { usePlantList } from '../src/lib/plants/use-plants.ts';
import { usePreferences } from '../src/lib/preferences/preferences.store.ts';
import { useFailedPrints } from '../src/lib/prints/failed-prints.store.ts';
import { bindTranslator } from '../src/lib/translate.ts';
import { useSession } from '../src/lib/session/session-store.ts';
import { registerTransitActions } from '../src/lib/transit-actions/action-registry.ts';
import { BUILT_ACTIONS } from '../src/lib/transit-actions/built-actions.ts';
import { TestProviders } from './test-providers.tsx';
import { createCredential, createPlant } from './plant-sessions.ts';
import { buildPlantLoginResponse } from './plant-responses.ts';
import '../src/theme/styles.ts';
import { eventually } from './eventually.ts';

export const NOW = '2026-11-20T13:30:00.000Z';
const UUID = '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d';

/** A plant on the test's own origin, signed in with its own token. */
export function createPlantSession(peerId: number, token: string, label: string, level: number): PlantSession {
  const login = buildPlantLoginResponse(token, UUID);
  return createPlant(createCredential({ url: location.origin, label }), {
    credentialId: `c${peerId}`,
    peerId,
    token,
    login: {
      ...login,
      user: { ...login.user, level },
      parameters: { ...login.parameters, label, code: label.slice(0, 3).toUpperCase() },
    },
  });
}

interface HarnessOptions {
  readonly width?: number;
  readonly window?: number;
  readonly level?: number;
  readonly filter?: Partial<SearchFilter>;
  readonly newTransits?: NewTransitCount;
  /** The strip of transits over time is open; otherwise it is folded away, and asks the plants nothing. */
  readonly hasHistogram?: boolean;
}

const NO_NEW: NewTransitCount = { count: 0, isLowerBound: false };

export interface ResultHarness {
  /** Bodies of the search requests, in order. */
  readonly searches: TransitFilter[];
  /** Opened transits, and how they were opened. */
  readonly opened: string[];
  /** HTTP requests received by a plant. */
  readonly readCalls: (
    peerId: 1 | 2,
  ) => Promise<readonly { route: string; body: { ids?: string[]; variants?: string[] } }[]>;
  readonly setMode: (peerId: 1 | 2, mode: 'ok' | 'fail' | 'no-pdf' | 'hold' | 'limited') => Promise<void>;
  /** True when the list is frozen and late rows are announced. */
  readonly isFrozen: () => boolean;
  /** Searches with a changed filter. */
  readonly search: (filter: Partial<SearchFilter>) => void;
}

interface ScreenProps {
  session: SearchSession;
  opened: string[];
  width: number;
  first: SearchFilter;
  newTransits: NewTransitCount;
}

function Screen(props: ScreenProps): ReactElement {
  const { session, opened, first } = props;
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const plants = usePlantList();
  const [filter, setFilter] = useState(first);
  useEffect(() => session.run(first, [1, 2]), [session, first]);
  return (
    <div style={{ display: 'flex', width: props.width, height: 700 }}>
      <ResultArea
        tabId="t1"
        session={session}
        state={state}
        view={buildSearchView(state, [], NOW)}
        plants={plants}
        filter={filter}
        waitsForReason={false}
        newTransits={props.newTransits}
        showNewTransits={() => opened.push('new transits')}
        openKey={null}
        onFilter={(next) => {
          setFilter(next);
          session.run(next, [1, 2]);
        }}
        onClear={() => setFilter(first)}
        onOpen={(row) => opened.push(`open ${row.key}`)}
        onOpenTab={(row) => opened.push(`tab ${row.key}`)}
      />
    </div>
  );
}

/** Two plants that answer at once. */
const createPorts = (rows: readonly (readonly Transit[])[], requested: TransitFilter[]): SearchPorts => ({
  fetchPage: (peerId, body) => {
    requested.push(body);
    const all = rows[peerId - 1] ?? [];
    const from = body.offs ?? 0;
    const objects = all.slice(from, from + (body.page_size ?? 50));
    return Promise.resolve(buildPage(objects, all.length, from));
  },
  fetchCount: (peerId) => Promise.resolve(rows[peerId - 1]?.length ?? 0),
  onResponse: () => undefined,
  holdImageLoads: () => () => undefined,
  classifyFailure: () => 'other',
  now: () => NOW,
  elapsed: () => performance.now(),
});

/** Renders the result area over two plants with the given rows, after one search. Plant 1 is Cesena, plant 2 Forlì. */
export async function renderResults(
  rows: readonly [readonly Transit[], readonly Transit[]],
  options: HarnessOptions = {},
): Promise<ResultHarness> {
  const { width = 1280, level = 6 } = options;
  const filter = { ...DEFAULT_FILTER, ...options.filter };
  await page.viewport(Math.max(width, options.window ?? 1440), 900);
  const tokens = [crypto.randomUUID(), crypto.randomUUID()] as const;
  usePreferences.setState({ ...usePreferences.getInitialState(), histogramOpen: options.hasHistogram === true });
  useFailedPrints.setState({ keys: new Set() });
  endSelection('t1');
  dismissAll();
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
  registerTransitActions(BUILT_ACTIONS);
  usePlants.setState({
    plants: new Map([
      ['c1', createPlantSession(1, tokens[0], 'Cesena Cintura', level)],
      ['c2', createPlantSession(2, tokens[1], 'Forlì Sud', level)],
    ]),
  });
  const requested: TransitFilter[] = [];
  const opened: string[] = [];
  const session = new SearchSession(createPorts(rows, requested));
  const search = (filter: Partial<SearchFilter>): void => session.run({ ...DEFAULT_FILTER, ...filter }, [1, 2]);
  await render(
    <TestProviders
      screen={() => (
        <Screen
          session={session}
          opened={opened}
          width={width}
          first={filter}
          newTransits={options.newTransits ?? NO_NEW}
        />
      )}
    />,
  );
  const count = Math.min(50, rows[0].length + rows[1].length);
  const isShown = (): void => {
    const shown = document.querySelectorAll('[id^=lpr-row-], [id^=lpr-grid-]').length;
    if (session.getState().status !== 'done' || shown !== count) throw new Error(`${shown} of ${count} rows`);
  };
  await eventually(isShown);
  const plant = (peerId: 1 | 2): string => `/test-plant/${tokens[peerId - 1]}`;
  return {
    searches: requested,
    opened,
    isFrozen: () => session.getState().search?.isFrozen === true,
    search,
    readCalls: async (peerId) => (await fetch(plant(peerId))).json(),
    setMode: async (peerId, mode) => {
      await fetch(`${plant(peerId)}/${mode}`, { method: 'POST' });
    },
  };
}

const buildPage = (objects: readonly Transit[], count: number, offset: number) => ({
  objects: [...objects],
  pagination: {
    count,
    paginate: true,
    page: 1,
    page_size: 50,
    num_pages: Math.ceil(count / 50),
    has_previous: offset > 0,
    has_next: offset + objects.length < count,
    previous_page: null,
    next_page: null,
    offset,
    limit: 50,
    kind: 'offset' as const,
  },
  limitations: [],
  newest_read: null,
  took_ms: 1,
});
