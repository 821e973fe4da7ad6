import { IconButton } from '@varco/ui/IconButton.tsx';
import { RowMenu, type RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useIsPhone } from '../../lib/phone.ts';
import { endSecondScreen, openSecondScreen, prepareSecondScreen } from '../../lib/second-screen/open-second-screen.ts';
import { useIsOnSecondScreen, useSecondScreen } from '../../lib/second-screen/second-screen.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { BlockedDialog } from './BlockedDialog.tsx';

/** Button with the commands of the second screen, and what the browser said against it. A phone has no second screen. */
export function SecondScreenMenu(): ReactElement | null {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOn = useIsOnSecondScreen();
  const isBlocked = useSecondScreen((second) => second.isBlocked);
  const openDetail = (): void => void openSecondScreen('detail');
  const openMap = (): void => void openSecondScreen('map');
  const isPhone = useIsPhone();
  useEffect(() => void prepareSecondScreen(), []);
  useShortcuts({ 'g d': openDetail, 'g m': openMap }, !isPhone);
  if (isPhone) return null;
  const items: readonly RowMenuItem[] = [
    { id: 'detail', label: t('secondScreen:openDetail'), icon: 'document', keyName: 'G D', onSelect: openDetail },
    { id: 'map', label: t('secondScreen:openMap'), icon: 'map', keyName: 'G M', onSelect: openMap },
    ...(isOn
      ? [{ id: 'end', label: t('secondScreen:end'), icon: 'close' as const, onSelect: () => void endSecondScreen() }]
      : []),
  ];
  return (
    <>
      <IconButton
        icon="screens"
        name={t('secondScreen:menu')}
        isOn={isOn}
        isExpanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      />
      {anchor !== null && (
        <RowMenu anchor={anchor} items={items} label={t('secondScreen:menu')} onClose={() => setAnchor(null)} />
      )}
      {isBlocked && <BlockedDialog />}
    </>
  );
}
