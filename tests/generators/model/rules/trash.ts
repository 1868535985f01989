import { putBack } from "./order.ts";
import { isNameTaken } from "./rocks.ts";
import { byKey, without, type State, type Trashed } from "./state.ts";
import type { Answered } from "./outcome.ts";

/** What bringing things back from the trash does, and deleting them for good. */

export function restore(state: State, trashKey: number): Answered {
  const item = byKey(state.trash, trashKey);
  if (!item) return 404;
  if (!bringBack(state, item)) return 409;
  state.trash = without(state.trash, trashKey);
  return { status: 200, body: { kind: item.kind, key: item.thing.key } };
}

/** @returns false if something has to be done first */
function bringBack(state: State, item: Trashed): boolean {
  switch (item.kind) {
    case "find":
      state.finds.push(item.thing);
      return true;
    case "find-image": {
      const find = byKey(state.finds, item.of);
      find?.images.push(item.thing);
      return find !== undefined;
    }
    case "rock": {
      const { number } = item.thing;
      if (state.rocks.some((rock) => rock.number === number)) return false;
      state.rocks.push(item.thing);
      mendLinks(state);
      return true;
    }
    case "artist":
      if (isNameTaken(state, item.thing.name)) return false;
      state.artists.push(item.thing);
      mendLinks(state);
      return true;
    case "album": {
      state.albums = putBack(state.albums, item.thing);
      return true;
    }
    case "photo": {
      const album = byKey(state.albums, item.of);
      if (!album) return false;
      album.photos = putBack(album.photos, item.thing);
      return true;
    }
  }
}

/** Who painted what is known again when both the rock and the artist are there. */
function mendLinks(state: State) {
  state.cutLinks = state.cutLinks.filter(({ rock: rockKey, artist }) => {
    const rock = byKey(state.rocks, rockKey);
    if (!rock || !byKey(state.artists, artist)) return true;
    if (!rock.artists.includes(artist)) rock.artists.push(artist);
    rock.isMended = true;
    return false;
  });
}

/** What is part of it goes too. */
export function deleteForGood(state: State, trashKey: number): Answered {
  const item = byKey(state.trash, trashKey);
  if (!item) return 404;
  state.trash = without(state.trash, trashKey);
  const { kind, thing } = item;
  if (kind === "find" || kind === "album") {
    const part = kind === "find" ? "find-image" : "photo";
    state.trash = state.trash.filter(
      (other) => !(other.kind === part && other.of === thing.key),
    );
  }
  state.cutLinks = state.cutLinks.filter(
    ({ rock, artist }) =>
      !(kind === "rock" && rock === thing.key) &&
      !(kind === "artist" && artist === thing.key),
  );
  return 204;
}
