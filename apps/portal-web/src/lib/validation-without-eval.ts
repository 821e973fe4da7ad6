import { config } from 'zod/v4/core';

// The schema library tries `new Function` to compile its checks, and asks for it once to see whether it may. Our content
// policy forbids it, and the attempt alone is a reported violation. Must be the first import of the program: a schema
// decides when it is made. From the core: schemas themselves come with the calls that need them.
config({ jitless: true });
