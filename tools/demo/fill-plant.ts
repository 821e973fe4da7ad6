import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { KIT_MIGRATIONS } from '@varco/server-kit/database/kit-migrations.ts';
