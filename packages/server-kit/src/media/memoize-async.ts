/** Creates values once for each name. Above `most` names all are dropped; a failed one is created again. */
export function memoizeAsync<T>(most: number): (name: string, make: () => Promise<T>) => Promise<T> {
  const stored = new Map<string, Promise<T>>();
  return (name, make) => {
    const known = stored.get(name);
    if (known !== undefined) return known;
    if (stored.size >= most) stored.clear();
    const made = make();
    stored.set(name, made);
    made.catch(() => stored.delete(name));
    return made;
  };
}
