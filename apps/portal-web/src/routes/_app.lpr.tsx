import { createFileRoute } from '@tanstack/react-router';
import { Workspace } from '../app/workspace/Workspace.tsx';

export const Route = createFileRoute('/_app/lpr')({ component: Workspace });
