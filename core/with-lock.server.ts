const last = new Map<string, Promise<unknown>>();

/** Runs calls with the same name one after the other, because they change rows and files in several steps. */
export function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  const mine = (last.get(name) ?? Promise.resolve()).then(run, run);
  last.set(name, mine);
  const end = () => last.get(name) === mine && last.delete(name);
  void mine.then(end, end);
  return mine;
}
