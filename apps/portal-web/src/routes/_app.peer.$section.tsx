import { createFileRoute } from '@tanstack/react-router';
import { PlantAdminScreen } from '../features/plant-admin/PlantAdminScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

/** Groups, devices and districts. The page table rejects any other section. */
export const Route = createFileRoute('/_app/peer/$section')({
  beforeLoad: () => loadMessages('plant-admin', 'maps'),
  component: PlantAdminScreen,
});
