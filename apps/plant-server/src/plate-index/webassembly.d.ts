/** What the plate index uses of WebAssembly: the types of Node.js do not have it, and those of browsers are not for servers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
}
