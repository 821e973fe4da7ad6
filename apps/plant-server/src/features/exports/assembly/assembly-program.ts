import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { assemble } from './assemble.ts';
import type { AssemblyOrder, FromAssembly } from './assembly-process.ts';

// The program of `assembleApart`: one part, then it ends.
stayInBackground();

// Nobody to tell: the server is gone, and this process with it.
const tell = (message: FromAssembly): void => void process.send?.(message, () => undefined);

process.once('message', (order) => {
  assemble(order as AssemblyOrder).then(
    (part) => tell({ part }),
    (error: unknown) => tell({ trouble: String(error) }),
  );
});
