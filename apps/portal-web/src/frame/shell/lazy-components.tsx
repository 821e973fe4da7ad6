import { loadCaseDialogs } from '../../features/case/CaseBarSlot.tsx';
import { runWhenIdle } from '../../lib/idle.ts';
import { closeBlacklistForm } from '../../lib/lists/blacklist-request.store.ts';
import { closeNoteDialog } from '../../lib/note-dialog.store.ts';
import { closePlateDialog } from '../../lib/plate-dialog.store.ts';
import { closeScreenOverlay } from '../../lib/workspace/screen-overlay.store.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';
import { loadActions } from '../../lib/transit-actions/load-actions.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { PlantHealthPlaceholder } from './PlantHealth.tsx';

// None of these components is needed to start working, so they are loaded lazily.

/** Loader step for components on every page: waits until the browser is idle, so that the page itself loads first. */
const waitUntilIdle = (): Promise<void> => new Promise((resolve) => runWhenIdle(async () => resolve()));

export const { Component: NewsPopup } = lazyComponent(
  async () => {
    await waitUntilIdle();
    const [{ AnnouncementPopup: Part }] = await Promise.all([
      import('../../features/announcements/AnnouncementPopup.tsx'),
      loadMessages('news'),
    ]);
    return Part;
  },
  null,
  'nothing',
);

export const { Component: VaultRecoveryScreen } = lazyComponent(async () => {
  const [{ VaultRecoveryScreen: Part }] = await Promise.all([
    import('../../features/account/VaultRecoveryScreen.tsx'),
    loadMessages('account'),
  ]);
  return Part;
});
export const { Component: RecoveryKeyDialog } = lazyComponent(async () => {
  const [{ RecoveryKeyDialog: Part }] = await Promise.all([
    import('../../features/account/RecoveryKeyDialog.tsx'),
    loadMessages('account'),
  ]);
  return Part;
});
export const { Component: ShortcutHelp, preload: preloadShortcutHelp } = lazyComponent(
  async () => {
    const [{ ShortcutHelp: Part }] = await Promise.all([import('./ShortcutHelp.tsx'), loadMessages('shortcuts')]);
    return Part;
  },
  null,
  { close: closeScreenOverlay },
);
export const { Component: HelpOverlays } = lazyComponent(
  async () => (await import('./HelpOverlays.tsx')).HelpOverlays,
  null,
  'nothing',
);
export const { Component: CommandPalette, preload: preloadCommandPalette } = lazyComponent(
  async () => {
    const [{ CommandPalette: Part }] = await Promise.all([
      import('../palette/CommandPalette.tsx'),
      loadMessages('shortcuts', 'second-screen'),
    ]);
    return Part;
  },
  null,
  { close: closeScreenOverlay },
);

export const { Component: ApprovalBadge } = lazyComponent(
  async () => {
    const [{ ApprovalBadge: Part }] = await Promise.all([
      import('../../features/approvals/ApprovalBadge.tsx'),
      loadMessages('approvals'),
    ]);
    return Part;
  },
  null,
  'nothing',
);

export const { Component: HandoverBadge } = lazyComponent(
  async () => {
    await waitUntilIdle();
    const [{ HandoverBadge: Part }] = await Promise.all([
      import('../../features/handover/HandoverBadge.tsx'),
      loadMessages('handover'),
    ]);
    return Part;
  },
  null,
  'nothing',
);

export const { Component: PersonRequestBadge } = lazyComponent(
  async () => {
    await waitUntilIdle();
    const [{ PersonRequestBadge: Part }] = await Promise.all([
      import('../../features/person-requests/PersonRequestBadge.tsx'),
      loadMessages('person-requests'),
    ]);
    return Part;
  },
  null,
  'nothing',
);

export const { Component: BlacklistFormOverlay, preload: preloadBlacklistForm } = lazyComponent(
  async () => {
    const [{ BlacklistEntryOverlay: Form }] = await Promise.all([
      import('../../features/lists/BlacklistEntryOverlay.tsx'),
      loadMessages('lists'),
    ]);
    return Form;
  },
  null,
  { close: closeBlacklistForm },
);

export const { Component: NoteDialog, preload: preloadNoteDialog } = lazyComponent(
  async () => {
    const [{ NoteDialog: Part }] = await Promise.all([
      import('../../features/transits/notes/NoteDialog.tsx'),
      loadMessages('detail'),
    ]);
    return Part;
  },
  null,
  { close: closeNoteDialog },
);

export const { Component: UserMenu, preload: preloadUserMenu } = lazyComponent(
  async () => (await import('./UserMenu.tsx')).UserMenu,
  <UserAvatar />,
  'icon',
);

export const { Component: PhoneNavigation } = lazyComponent(
  async () => (await import('./PhoneNavigation.tsx')).PhoneNavigation,
);

export const { Component: PlantHealthMenu, preload: bringPlantHealth } = lazyComponent(
  async () => (await import('./PlantHealthMenu.tsx')).PlantHealthMenu,
  <PlantHealthPlaceholder />,
  'icon',
);

export const { Component: PlateDialog } = lazyComponent(
  async () => {
    const [{ PlateDialog: Part }] = await Promise.all([
      import('../../features/track/PlateDialog.tsx'),
      loadMessages('maps', 'approvals'),
    ]);
    return Part;
  },
  null,
  { close: closePlateDialog },
);

export const { Component: AlertBell, preload: bringAlerts } = lazyComponent(
  async () => {
    await waitUntilIdle();
    await loadMessages('alerts');
    return (await import('../../features/alerts/AlertBell.tsx')).AlertBell;
  },
  null,
  'icon',
);

/** Preloads the components that can be needed on any page at any time. */
export const preloadShellComponents = (): Promise<unknown> =>
  Promise.all([
    loadActions(),
    preloadUserMenu(),
    bringPlantHealth(),
    loadCaseDialogs(),
    preloadShortcutHelp(),
    preloadCommandPalette(),
    bringAlerts(),
  ]);
