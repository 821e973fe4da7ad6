/**
 * Shell commands of one chapter of a handbook, in order: the blocks marked `sh` below the heading, up to the next
 * heading of the same or a higher level. Throws when there is no such heading.
 *
 * @param heading with its marks, such as `## Installare`
 */
export function listHandbookCommands(markdown: string, heading: string): string[] {
  const lines = markdown.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) throw new Error(`The handbook has no heading "${heading}"`);
  const level = heading.indexOf(' ');
  const rest = lines.slice(start + 1);
  const commands: string[] = [];
  let isInside = false;
  let block: string[] = [];
  for (const line of rest) {
    if (isInside && line === '```') {
      commands.push(block.join('\n'));
      isInside = false;
    } else if (isInside) block.push(line);
    else if (line === '```sh') {
      isInside = true;
      block = [];
    } else if (/^#+ /.test(line) && line.indexOf(' ') <= level) break;
  }
  return commands;
}
