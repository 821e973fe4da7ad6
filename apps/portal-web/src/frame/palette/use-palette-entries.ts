import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Translate } from '@varco/i18n/message-types.ts';
import { openCaseDialog } from '../../features/case/case-dialog.store.ts';
import { toggleHelp } from '../../lib/help/help.store.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantCode, getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { setDarkMode, setMenuCollapsed, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { openSecondScreen } from '../../lib/second-screen/open-second-screen.ts';
import { SECOND_SCREEN_PATH } from '../../lib/second-screen/second-window.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { openShortcuts } from '../../lib/workspace/screen-overlay.store.ts';
import { useCurrentTransit } from '../../lib/transit-actions/current-transit.store.ts';
import { useTransitActions } from '../../lib/transit-actions/use-transit-actions.ts';
import type { TabSpec } from '../../lib/workspace/tab-spec.ts';
import {
  closeWorkspaceTab,
  openWorkspaceTab,
  reopenWorkspaceTab,
  selectWorkspaceTab,
  useTabs,
} from '../../lib/workspace/tabs.store.ts';
import { buildNewListSpec } from '../../lib/workspace/tabs.ts';
import { toScheme, useResolvedScheme } from '../../theme/ThemeProvider.tsx';
import { cleanPlateText } from '../../widgets/plate/plate-text.ts';
import { hasPlantRight, findRedirect, SEARCH_PATH } from '../guard-rules.ts';
import { type Page, PAGES } from '../page-table.ts';
import { TAB_ICONS, getTabHint, getTabTitle } from '../workspace/tab-titles.ts';
import { filterEntries, type PaletteEntry } from './palette-entries.ts';

/** All palette entries for a query: the typed plate, open tabs, screens, plants and commands. */
export function usePaletteEntries(query: string): readonly PaletteEntry[] {
  const t = useT();
  const navigate = useNavigate();
  const plants = usePlantList();
  const go = (to: string): void => void navigate({ to });
  const openList = (spec: TabSpec): void => {
    openWorkspaceTab(spec);
    go(SEARCH_PATH);
  };
  const entries = [
    ...useTransitEntries(go),
    ...useTabEntries(t, go),
    ...useScreenEntries(t, plants, go),
    ...plants.map((plant) => buildPlantEntry(t, plant, openList)),
    ...useCommandEntries(t, openList),
  ];
  const [plate, found] = [buildPlateEntries(t, query, openList), filterEntries(entries, query)];
  return plate[0]?.group === 'word' ? [...found, ...plate] : [...plate, ...found];
}

/** A plate search for a text that is valid in the plate box. */
function buildPlateEntries(t: Translate, query: string, openList: (spec: TabSpec) => void): readonly PaletteEntry[] {
  const plate = cleanPlateText(query);
  if (plate.length < 2 || !/[A-Z0-9]/.test(plate)) return [];
  const open = (): void => openList({ kind: 'transit-list', filter: { plate }, runs: true });
  const group = /[0-9*]/.test(plate) ? 'plate' : 'word';
  return [{ id: 'plate', group, icon: 'search', label: t('shell:palette.searchPlate', { plate }), run: open }];
}

/** Actions on the current row or the open detail. */
function useTransitEntries(go: (to: string) => void): readonly PaletteEntry[] {
  const { subject, tabId } = useCurrentTransit();
  const items = useTransitActions(subject, { place: 'palette', ...(tabId === undefined ? {} : { tabId }) });
  return items
    .filter((item) => item.disabledReason === null)
    .map((item) => ({
      id: `transit-${item.id}`,
      group: 'transit',
      icon: item.icon ?? 'dots',
      label: item.label,
      ...(subject === null ? {} : { hint: subject.plate }),
      ...(item.keyName === undefined ? {} : { keys: [item.keyName] }),
      run: () => {
        item.onSelect();
        go(SEARCH_PATH);
      },
    }));
}

function useTabEntries(t: Translate, go: (to: string) => void): readonly PaletteEntry[] {
  const { tabs, selectedId } = useTabs();
  return tabs.map((tab, index) => ({
    id: `tab-${tab.id}`,
    group: 'tabs',
    icon: TAB_ICONS[tab.kind],
    label: getTabTitle(t, tab),
    hint: [getTabHint(tab), tab.id === selectedId ? t('shell:palette.current') : ''].filter(Boolean).join(' · '),
    ...(index < 9 ? { keys: ['G', String(index + 1)] } : {}),
    run: () => {
      selectWorkspaceTab(tab.id);
      go(SEARCH_PATH);
    },
  }));
}

/** Built pages of the table that the user may open. */
function useScreenEntries(
  t: Translate,
  plants: readonly PlantSession[],
  go: (to: string) => void,
): readonly PaletteEntry[] {
  const router = useRouter();
  const user = useSession((session) => session.user);
  const rights = plants.flatMap(({ login }) => (login === null ? [] : [login.user]));
  const isBuilt = (path: string): boolean => router.getMatchedRoutes(path)[2]?.fullPath !== '/$';
  const isOpen = ({ path, guard, leadsTo, plantRight }: Page): boolean =>
    guard !== 'public' &&
    // Opened as a window of its own, by its commands.
    path !== SECOND_SCREEN_PATH &&
    leadsTo === undefined &&
    findRedirect(guard, user, path) === null &&
    (plantRight === undefined || hasPlantRight(plantRight, rights, user)) &&
    isBuilt(path);
  // Two addresses with the same title are one entry.
  const byTitle = new Map(PAGES.filter(isOpen).map((page) => [page.title, page]));
  return [...byTitle.values()].map(({ path, title }) => ({
    id: path,
    group: 'screens',
    icon: 'document',
    label: t(title),
    run: () => go(path),
  }));
}

function buildPlantEntry(t: Translate, plant: PlantSession, openList: (spec: TabSpec) => void): PaletteEntry {
  const { peerId } = plant;
  return {
    id: `plant-${plant.credentialId}`,
    group: 'plants',
    icon: 'gate',
    label: getPlantLabel(plant),
    hint: `${getPlantCode(plant)} ${t('shell:palette.plant')}`.trim(),
    run: () => openList({ kind: 'transit-list', filter: { peerIds: [peerId] }, runs: true }),
  };
}

function useCommandEntries(t: Translate, openList: (spec: TabSpec) => void): readonly PaletteEntry[] {
  const state = useTabs();
  const isCollapsed = usePreferences((preferences) => preferences.menuCollapsed);
  const scheme = useResolvedScheme(toScheme(usePreferences((preferences) => preferences.darkMode)));
  const command = (id: string, icon: PaletteEntry['icon'], label: string, run: () => void, keys?: string[]) => ({
    id,
    group: 'commands' as const,
    icon,
    label,
    run,
    ...(keys === undefined ? {} : { keys }),
  });
  return [
    command('new-list', 'plus', t('shell:tabs.add'), () => openList(buildNewListSpec(state)), ['G', 'N']),
    command('close-tab', 'close', t('shortcuts:key.closeTab'), () => closeWorkspaceTab(state.selectedId), ['G', 'X']),
    ...(state.closed.length === 0
      ? []
      : [command('reopen-tab', 'refresh', t('shell:tabs.reopen'), reopenWorkspaceTab, ['G', 'Z'])]),
    command('second-detail', 'screens', t('secondScreen:openDetail'), () => void openSecondScreen('detail'), [
      'G',
      'D',
    ]),
    command('second-map', 'screens', t('secondScreen:openMap'), () => void openSecondScreen('map'), ['G', 'M']),
    command('reason', 'folder', t('shortcuts:key.reason'), openCaseDialog, ['F8']),
    command('theme', scheme === 'dark' ? 'sun' : 'moon', t('shell:theme.change'), () => setDarkMode(scheme !== 'dark')),
    command('rail', 'list', t('shortcuts:key.rail'), () => setMenuCollapsed(!isCollapsed), ['\\']),
    command('help', 'question', t('widgets:shell.help'), toggleHelp, ['F1']),
    command('shortcuts', 'question', t('shortcuts:title'), openShortcuts, ['?']),
  ];
}
