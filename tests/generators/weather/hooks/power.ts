import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import path from "node:path";

/** What a sync has made sure of, by the number of the file or folder: a file's size, or a folder's entries. */
type Note = { ino: number; at: number } & (
  | { size: number }
  | { entries: Entry[] }
);
type Entry = [name: string, ino: number | undefined];

/**
 * Knows what of a store would be left after a power cut, as far as a file system promises it: the bytes of a file
 * that were synced, and the entries of a folder that was synced.
 */
export class Power {
  private sizes = new Map<number, number>();
  private entries = new Map<number, Map<string, number | undefined>>();
  /** When the note that counts was taken. Two syncs of a folder may end in another order than they began. */
  private takenAt = new Map<number, number>();
  private readUpTo = 0;

  /** @param notes the file that `hooks.mjs` writes */
  constructor(
    private readonly notes: string,
    private readonly store: string,
  ) {}

  /** Takes all that is there now as safe, as what was there when the machine started. */
  settle() {
    this.read();
    for (const { full, isFolder } of listBelow(this.store).concat({
      full: this.store,
      isFolder: true,
    })) {
      const { ino, size } = statSync(full);
      if (!isFolder) this.sizes.set(ino, size);
      else this.entries.set(ino, new Map(listEntries(full)));
    }
  }

  /** Says what a power cut would take of a file of the store. Undefined if it would take nothing. */
  wouldTake(file: string): string | undefined {
    this.read();
    let folder = this.store;
    for (const name of file.split("/")) {
      if (!this.entries.get(statSync(folder).ino)?.has(name))
        return `the entry ${name} of ${folder}`;
      folder = path.join(folder, name);
    }
    const { ino, size } = statSync(folder);
    const safe = this.sizes.get(ino) ?? 0;
    return safe < size ? `${size - safe} bytes of ${folder}` : undefined;
  }

  /**
   * Takes what a power cut may take: the bytes that were not synced, and, if `andEntries`, also the entries. What was
   * renamed is back at its old place then. No process may be at work in the store.
   */
  cut(andEntries: boolean) {
    this.read();
    if (andEntries) this.dropEntries();
    for (const { full, isFolder } of listBelow(this.store)) {
      if (isFolder) continue;
      const { ino, size } = statSync(full);
      const safe = this.sizes.get(ino) ?? 0;
      if (safe < size) truncateSync(full, safe);
    }
    this.settle();
  }

  private dropEntries() {
    const homes = new Map<number | undefined, string>();
    const folders = listBelow(this.store).filter(({ isFolder }) => isFolder);
    for (const { full } of [...folders, { full: this.store }])
      for (const [name, ino] of this.entries.get(statSync(full).ino) ?? [])
        homes.set(ino, path.join(full, name));
    const visit = (folder: string) => {
      const safe = this.entries.get(statSync(folder).ino);
      for (const [name, ino] of listEntries(folder)) {
        const full = path.join(folder, name);
        const isThere = statSync(full, { throwIfNoEntry: false });
        if (safe?.has(name)) {
          if (isThere?.isDirectory()) visit(full);
          continue;
        }
        const home = homes.get(ino);
        if (home && !statSync(home, { throwIfNoEntry: false }))
          renameSync(full, home);
        else rmSync(full, { recursive: true, force: true });
      }
    };
    visit(this.store);
  }

  private read() {
    const file = openSync(this.notes, "r");
    const bytes = Buffer.alloc(fstatSync(file).size - this.readUpTo);
    readSync(file, bytes, 0, bytes.length, this.readUpTo);
    closeSync(file);
    const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
    this.readUpTo += whole.length;
    for (const line of whole.toString().split("\n").filter(Boolean)) {
      const note = JSON.parse(line) as Note;
      if (note.at < (this.takenAt.get(note.ino) ?? 0)) continue;
      this.takenAt.set(note.ino, note.at);
      if ("size" in note) this.sizes.set(note.ino, note.size);
      else this.entries.set(note.ino, new Map(note.entries));
    }
  }
}

const listEntries = (folder: string) =>
  readdirSync(folder).map(
    (name) =>
      [
        name,
        statSync(path.join(folder, name), { throwIfNoEntry: false })?.ino,
      ] as Entry,
  );

const listBelow = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).map(
    (entry) => ({
      full: path.join(entry.parentPath ?? entry.path, entry.name),
      isFolder: entry.isDirectory(),
    }),
  );
