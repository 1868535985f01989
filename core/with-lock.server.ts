const last = new Map<string, Promise<unknown>>();

/** Runs calls with the same name one after the other, because they change rows and files in several steps. */
export function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  const before = last.get(name) ?? Promise.resolve();
  const mine = before.then(run, run);
  const settled = mine.then(
    () => {},
    () => {},
  );
  last.set(name, settled);
  void settled.then(() => {
    if (last.get(name) === settled) last.delete(name);
  });
  return mine;
}
