import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { assembleFile } from './assemble.ts';
import type { AssemblyOrder, AssemblyMessage } from './assembly-process.ts';

// Main module of the child process of `assembleInChildProcess`: assembles one part and ends.
stayInBackground();

// A failed send is ignored: the server has ended, and this process ends with it.
const send = (message: AssemblyMessage): void => void process.send?.(message, () => undefined);

process.once('message', (order) => {
  assembleFile(order as AssemblyOrder).then(
    (part) => send({ part }),
    (error: unknown) => send({ trouble: String(error) }),
  );
});
