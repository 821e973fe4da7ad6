/**
 * The best open program for the same work whose code can be read, and what each job takes there. Counted by hand from the
 * sources at this commit, to its favour: every press of a mouse button and every key beside typed text is one action, nothing
 * is scrolled, and no default has to be changed.
 */
export const PEER = {
  name: 'ALPR Database Community',
  repository: 'https://github.com/prsmith777/ALPR-Database-Community',
  commit: '3431e8057b5610412c90cefb9e10f91f16926ac8',
} as const;

export interface PeerJob {
  /** Null: the program has no function for the job. */
  readonly actions: number | null;
  readonly pageLoads: number;
  readonly how: string;
  readonly files: readonly string[];
}

const findNoFunction = (how: string, ...files: readonly string[]): PeerJob => ({
  actions: null,
  pageLoads: 0,
  how,
  files,
});

/** What each job takes in the peer, by the id of the job. */
export const PEER_JOBS: Readonly<Record<string, PeerJob>> = {
  'partial-plate': {
    actions: 5,
    pageLoads: 0,
    how: 'Search options, search field, typed text, Date Range, first day, last day',
    files: ['components/PlateTable.jsx', 'components/LiveFeedDateRangeFilter.jsx'],
  },
  accomplices: findNoFunction('no search for vehicles that pass together', 'app', 'components'),
  lists: {
    actions: 12,
    pageLoads: 3,
    how: 'one site has one list: Known Plates, Monitored Plates, Monitor a Plate, typed plate, Enter; three times, without the three sign-ins',
    files: ['components/Sidebar.jsx', 'components/KnownPlatesWorkspace.jsx', 'components/FlaggedPlatesTable.jsx'],
  },
  alert: findNoFunction(
    'notifies by push, MQTT, e-mail and webhook; nobody takes a notification or records what came of it',
    'app/notifications/page.jsx',
    'components/NotificationRulesWorkspace.jsx',
  ),
  print: findNoFunction(
    'no printed sheet of a read; the picture alone is saved with 2 actions',
    'components/PlateTable.jsx',
    'components/help/HelpManual.jsx',
  ),
  export: {
    actions: 5,
    pageLoads: 2,
    how: 'Database, Search options, search field, typed plate, Export these results, Download CSV; text only, not signed',
    files: ['components/Sidebar.jsx', 'components/PlateDatabaseFilters.jsx', 'components/PlateExportForm.jsx'],
  },
  owner: findNoFunction('no registry of vehicles', 'app', 'lib'),
  compare: findNoFunction('no map and no view of two plates', 'app/visual_search/page.jsx', 'components'),
  'silent-camera': {
    actions: 3,
    pageLoads: 3,
    how: 'Settings, MQTT, Cameras: the time each camera was last seen, which the person judges',
    files: [
      'components/settings/SettingsShell.jsx',
      'components/mqtt/MqttAdmin.jsx',
      'components/mqtt/MqttCameras.jsx',
    ],
  },
  right: {
    actions: 4,
    pageLoads: 2,
    how: 'Settings, Security, role of the person, another role; a role is the only right, it is stored without asking',
    files: ['components/settings/SettingsShell.jsx', 'app/settings/UserManagement.jsx'],
  },
  'who-looked': findNoFunction(
    'logs changes and processing, not who searched or opened a plate',
    'app/logs/LogViewer.jsx',
  ),
  'hand-over': findNoFunction('no shifts', 'app', 'components'),
};
