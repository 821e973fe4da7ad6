import { bringCaseParts } from '../../features/case/CaseBarSlot.tsx';
import { whenIdle } from '../../lib/idle.ts';
import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';
import { bringActions } from '../../lib/transit-actions/bring-actions.ts';
import { OwnAvatar } from './OwnAvatar.tsx';
import { PlantHealthWaiting } from './PlantHealth.tsx';

// None of these components is needed to start working, so they are loaded lazily.

/** Loader step for components on every page: waits until the browser is idle, so that the page itself loads first. */
const idle = (): Promise<void> => new Promise((resolve) => whenIdle(async () => resolve()));

export const { Part: NewsPopup } = latePart(async () => {
  await idle();
  const [{ NewsPopup: Part }] = await Promise.all([import('../../features/news/NewsPopup.tsx'), bringTexts('news')]);
  return Part;
});

export const { Part: VaultRecoveryScreen } = latePart(async () => {
  const [{ VaultRecoveryScreen: Part }] = await Promise.all([
    import('../../features/account/VaultRecoveryScreen.tsx'),
    bringTexts('account'),
  ]);
  return Part;
});
export const { Part: RecoveryKeyDialog } = latePart(async () => {
  const [{ RecoveryKeyDialog: Part }] = await Promise.all([
    import('../../features/account/RecoveryKeyDialog.tsx'),
    bringTexts('account'),
  ]);
  return Part;
});
export const { Part: ShortcutHelp, bring: bringShortcutHelp } = latePart(async () => {
  const [{ ShortcutHelp: Part }] = await Promise.all([import('./ShortcutHelp.tsx'), bringTexts('shortcuts')]);
  return Part;
});
export const { Part: CommandPalette, bring: bringCommandPalette } = latePart(async () => {
  const [{ CommandPalette: Part }] = await Promise.all([
    import('../palette/CommandPalette.tsx'),
    bringTexts('shortcuts'),
  ]);
  return Part;
});

export const { Part: BlacklistOver, bring: bringBlacklistForm } = latePart(async () => {
  const [{ BlacklistOver: Form }] = await Promise.all([
    import('../../features/lists/BlacklistOver.tsx'),
    bringTexts('lists'),
  ]);
  return Form;
});

export const { Part: UserMenu, bring: bringUserMenu } = latePart(
  async () => (await import('./UserMenu.tsx')).UserMenu,
  <OwnAvatar />,
);

export const { Part: PhoneBar } = latePart(async () => (await import('./PhoneBar.tsx')).PhoneBar);

export const { Part: PlantHealthMenu, bring: bringPlantHealth } = latePart(
  async () => (await import('./PlantHealthMenu.tsx')).PlantHealthMenu,
  <PlantHealthWaiting />,
);

export const { Part: PlateDialog } = latePart(async () => {
  const [{ PlateDialog: Part }] = await Promise.all([
    import('../../features/track/PlateDialog.tsx'),
    bringTexts('maps'),
  ]);
  return Part;
});

export const { Part: AlertBell, bring: bringAlerts } = latePart(async () => {
  await idle();
  await bringTexts('alerts');
  return (await import('../../features/alerts/AlertBell.tsx')).AlertBell;
});

/** Preloads the components that can be needed on any page at any time. */
export const bringShellParts = (): Promise<unknown> =>
  Promise.all([
    bringActions(),
    bringUserMenu(),
    bringPlantHealth(),
    bringCaseParts(),
    bringShortcutHelp(),
    bringCommandPalette(),
    bringAlerts(),
  ]);
