import { createFileRoute } from '@tanstack/react-router';
import { PlannedScreen } from '../frame/pages/PlannedScreen.tsx';

export const Route = createFileRoute('/_app/$')({ component: PlannedScreen });
