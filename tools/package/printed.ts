import { z } from 'zod';

/** What the commands of the handbook printed, for the journey that goes on from there. */
export const Printed = z.object({
  portal: z.url(),
  plant: z.url(),
  /** One-time link of the portal's first administrator. */
  link: z.url(),
  email: z.email(),
  /** First password of the plant's administrator. */
  plantPassword: z.string().min(8),
  joiningCode: z.string().startsWith('VARCO-'),
  /** PEM of the authority that signed the certificates. */
  authority: z.string(),
});
export type Printed = z.infer<typeof Printed>;
