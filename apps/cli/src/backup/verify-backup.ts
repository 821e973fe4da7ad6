import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { auditVerify } from '../audit/audit-verify.command.ts';
import { type CommandContext, EXIT, type OptionValues } from '../command.ts';
import { verifyRollUps } from '../rollups/verify-rollups.command.ts';
import { type ConversationOptions, startConversation } from './backup-conversation.ts';

const Ready = z.object({ cluster: z.string(), counts: z.record(z.string(), z.number()) });
const Verified = z.object({
  isGood: z.boolean(),
  backupAt: z.string(),
  through: z.string(),
  counts: z.record(z.string(), z.number()),
});
export type Verified = z.infer<typeof Verified>;

/**
 * Restores the newest backup into a folder that is removed afterwards, and examines it as `varco audit verify` and `varco
 * verify rollups` do. Throws `BackupFailed` when it cannot be restored.
 */
export async function verifyBackup(
  conversationOptions: ConversationOptions,
  options: OptionValues,
  context: CommandContext,
): Promise<Verified> {
  const { slug, settings, user } = conversationOptions;
  const parent = resolve(options['work'] ?? context.env['CACHE_DIRECTORY'] ?? context.env['TMPDIR'] ?? tmpdir());
  const folder = await mkdtemp(join(parent, 'varco-verify-'));
  if (user !== null) await chown(folder, user.uid, user.gid);
  const conversation = startConversation(conversationOptions);
  try {
    conversation.say({ folder });
    const { cluster } = Ready.parse(await conversation.hear());
    const name = settings['VARCO_DATABASE_NAME'] ?? (slug === 'portal' ? 'varco_portal' : 'varco_plant');
    const examined = { options: { data: dirname(cluster), name }, operands: [] };
    const results = [await auditVerify.run(examined, context)];
    if (slug !== 'portal') results.push(await verifyRollUps.run(examined, context));
    conversation.say({ isGood: results.every((code) => code === EXIT.ok) });
    return Verified.parse(await conversation.hear());
  } finally {
    await conversation.end();
  }
}
