import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readyFile } from './start-world.ts';

const ready = z.object({
  portal: z.string(),
  mail: z.string(),
  plants: z.array(z.object({ code: z.string(), url: z.string(), label: z.string(), state: z.string() })),
  users: z.array(z.object({ username: z.string(), password: z.string(), purpose: z.string() })),
});

/** Addresses, plants and people of the running world. */
export const readWorld = (): z.infer<typeof ready> => ready.parse(JSON.parse(readFileSync(readyFile, 'utf8')));
