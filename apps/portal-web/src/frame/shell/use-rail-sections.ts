import { useT } from '../../lib/i18n.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import type { RailItem, RailSection } from '../../widgets/shell/Rail.tsx';

/** What the rail offers this person. Only what works stands here; a new screen brings its entry along. */
export function useRailSections(): readonly RailSection[] {
  const t = useT();
  const isAdmin = useSession((session) => session.user?.admin === true);
  const registry: RailItem = {
    id: '/dashboard/peers',
    label: t('plants:registry.title'),
    icon: 'gate',
    href: '/dashboard/peers',
  };
  return [
    {
      id: 'work',
      label: t('shell:rail.label'),
      items: [
        { id: '/lpr', label: t('shell:rail.transits'), icon: 'list', href: '/lpr' },
        { id: '/credentials', label: t('plants:credentials.title'), icon: 'key', href: '/credentials' },
        { id: '/peer/status', label: t('plants:system.title'), icon: 'pulse', href: '/peer/status' },
        ...(isAdmin ? [registry] : []),
      ],
    },
  ];
}
