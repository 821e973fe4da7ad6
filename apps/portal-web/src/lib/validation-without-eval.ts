// The schema library tests once whether `new Function` works, to compile its checks. The content security policy
// forbids it, and the attempt alone is a reported violation. The library reads this setting when it is loaded, with the
// first call; its own configuration function would pull it into the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
