/** Keeps texts in the browser. Some browsers keep nothing: then nothing is read, and writing does nothing. */

type Kind = "localStorage" | "sessionStorage";

export function readStored(kind: Kind, name: string) {
  try {
    return window[kind].getItem(name);
  } catch {
    return null;
  }
}

/** An empty value is removed. */
export function keepStored(kind: Kind, name: string, value: string) {
  try {
    if (value === "") window[kind].removeItem(name);
    else window[kind].setItem(name, value);
  } catch {
    // The visitor has turned storage off, or it has no room.
  }
}
