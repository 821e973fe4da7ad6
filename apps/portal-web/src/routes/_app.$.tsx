import { createFileRoute } from '@tanstack/react-router';
import { NotFoundScreen } from '../frame/pages/NotFoundScreen.tsx';

export const Route = createFileRoute('/_app/$')({ component: NotFoundScreen });
