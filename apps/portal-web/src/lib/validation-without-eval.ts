// The schema library tries `new Function` to compile its checks, and asks for it once to see whether it may. Our content
// policy forbids it, and the attempt alone is a reported violation. It reads these settings when it is loaded, which is
// later, with the first call: a setting through its own function would bring it into the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
