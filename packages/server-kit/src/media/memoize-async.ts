/** Creates values once for each name. Above `most` names all are dropped; a failed one is created again. */
export function memoizeAsync<T>(most: number): (name: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (name, make) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const made = make();
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    return made;
  };
}
