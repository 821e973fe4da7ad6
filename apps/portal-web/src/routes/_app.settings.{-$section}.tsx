import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../features/account/SettingsScreen.tsx';

export const Route = createFileRoute('/_app/settings/{-$section}')({ component: SettingsScreen });
