import { createFileRoute } from '@tanstack/react-router';
import { Workspace } from '../frame/workspace/Workspace.tsx';

export const Route = createFileRoute('/_app/lpr')({ component: Workspace });
