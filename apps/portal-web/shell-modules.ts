/** Modules that every page behind the sign-in loads, below the folder of the web app. */
export const SHELL_ENTRIES = [
  'src/features/account/ConnectionCheck.tsx',
  'src/frame/notices/NotificationItem.tsx',
  'src/lib/version-watch.ts',
  'src/lib/session/boot.ts',
  'src/routes/_app.tsx?tsr-split=component',
] as const;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Selects our own modules that the shell imports statically, for one file of the build. Libraries are left to the bundler: their
 * index files import everything they have.
 * @param appFolder folder of the web app, absolute
 * @throws when an entry is not in the graph, because it was moved or renamed
 */
export function createShellTest(appFolder: string): (id: string, graph: ModuleGraph) => boolean {
  let shell: ReadonlySet<string> | null = null;
  return (id, graph) => {
    shell ??= collectModules(
      SHELL_ENTRIES.map((entry) => `${appFolder}/${entry}`),
      graph,
    );
    return shell.has(id);
  };
}

function collectModules(entries: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set(entries);
  for (const id of found) {
    const info = graph.getModuleInfo(id);
    if (info === null) throw new Error(`${id} is not in the build: name what stands in its place in shell-modules.ts`);
    for (const imported of info.importedIds) if (!imported.includes('/node_modules/')) found.add(imported);
  }
  return found;
}
