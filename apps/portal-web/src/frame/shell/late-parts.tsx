import { bringCaseParts } from '../../features/case/CaseBarSlot.tsx';
import { latePart } from '../../lib/late-part.tsx';
import { OwnAvatar } from './OwnAvatar.tsx';
import { PlantHealthWaiting } from './PlantHealth.tsx';

// Nobody needs these to begin to work.

export const { Part: VaultRecoveryScreen } = latePart(
  async () => (await import('../../features/account/VaultRecoveryScreen.tsx')).VaultRecoveryScreen,
);
export const { Part: RecoveryKeyDialog } = latePart(
  async () => (await import('../../features/account/RecoveryKeyDialog.tsx')).RecoveryKeyDialog,
);
export const { Part: ShortcutHelp, bring: bringShortcutHelp } = latePart(
  async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp,
);
export const { Part: CommandPalette, bring: bringCommandPalette } = latePart(
  async () => (await import('../palette/CommandPalette.tsx')).CommandPalette,
);

export const { Part: UserMenu, bring: bringUserMenu } = latePart(
  async () => (await import('./UserMenu.tsx')).UserMenu,
  <OwnAvatar />,
);

export const { Part: PlantHealthMenu, bring: bringPlantHealth } = latePart(
  async () => (await import('./PlantHealthMenu.tsx')).PlantHealthMenu,
  <PlantHealthWaiting />,
);

/** What may be wanted at any moment on any page. */
export const bringShellParts = (): Promise<unknown> =>
  Promise.all([bringUserMenu(), bringPlantHealth(), bringCaseParts(), bringShortcutHelp(), bringCommandPalette()]);
