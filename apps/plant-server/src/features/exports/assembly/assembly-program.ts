import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { assemble } from './assemble.ts';
import type { AssemblyOrder, FromAssembly } from './assembly-process.ts';

// Main module of the child process of `assembleInChildProcess`: assembles one part and ends.
stayInBackground();

// A failed send is ignored: the server has ended, and this process ends with it.
const send = (message: FromAssembly): void => void process.send?.(message, () => undefined);

process.once('message', (order) => {
  assemble(order as AssemblyOrder).then(
    (part) => send({ part }),
    (error: unknown) => send({ trouble: String(error) }),
  );
});
