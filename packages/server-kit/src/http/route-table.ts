/**
 * Methods by path pattern, so that a known path called with another method returns 405 and a preflight lists the
 * allowed ones.
 */
export class RouteTable {
  private readonly routes: { readonly steps: readonly string[]; readonly methods: Set<string> }[] = [];

  add(pattern: string, methods: readonly string[]): void {
    const steps = pattern.split('/');
    const known = this.routes.find((route) => route.steps.join('/') === pattern);
    if (known === undefined) this.routes.push({ steps, methods: new Set(methods) });
    else for (const method of methods) known.methods.add(method);
  }

  /** Methods of the path of a raw request target; empty when the path is unknown. */
  findMethods(url: string): readonly string[] {
    const steps = (url.split('?', 1)[0] ?? '').split('/');
    const found = new Set<string>();
    for (const route of this.routes)
      if (matchesPattern(route.steps, steps)) for (const method of route.methods) found.add(method);
    return [...found].sort();
  }
}

function matchesPattern(pattern: readonly string[], steps: readonly string[]): boolean {
  if (pattern.length !== steps.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? steps[index] !== '' : part === steps[index]));
}
