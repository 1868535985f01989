import {
  byKey,
  changeFields,
  KINDS,
  live,
  nextOrder,
  partsOf,
  type Artist,
  type Kind,
  type State,
  type Thing,
} from "../state.ts";
import {
  about,
  byAdmin,
  byOtherAdmin,
  choose,
  chooseShow,
  chooseVersion,
  isStale,
  type Answered,
  type Call,
  type Chance,
  type MakeCall,
} from "./call.ts";

/** Calls that things of several kinds have: saving, showing, deleting, bringing back. */

const ADDRESS: Record<Kind, string> = {
  finds: "/api/journey-admin",
  images: "/api/journey-admin/images",
  rocks: "/api/rocks",
  artists: "/api/users",
  albums: "/api/albums",
  photos: "/api/albums/photos",
};

/**
 * A save of some fields, often for a version.
 * @param also refuses the save, or changes what is saved with it
 */
export const saving =
  <K extends Kind>(
    kind: K,
    fieldsOf: (state: State, chance: Chance) => Partial<State[K][number]>,
    also?: (
      copy: State,
      thing: State[K][number],
      fields: Partial<State[K][number]>,
    ) => Answered | void,
    more?: (fields: Partial<State[K][number]>) => Partial<Call>,
  ): MakeCall =>
  (state, chance) =>
    about(state, kind, chance.a, (key) => {
      const fields = fieldsOf(state, chance);
      const { known, headers } = chooseVersion(chance, `${kind} ${key}`);
      return (chance.b % 2 ? byAdmin : byOtherAdmin)(
        `PUT ${ADDRESS[kind]}/${key}`,
        (copy) => {
          const thing = byKey<State[K][number]>(live(copy, kind), key);
          if (!thing) return 404;
          if (isStale(copy, kind, thing, known)) return 409;
          const saved = { ...fields };
          const refused = also?.(copy, thing, saved);
          if (refused) return refused;
          changeFields(thing, saved);
          return 200;
        },
        { headers, body: fields, ...more?.(fields) },
      );
    });

/** Shows a thing, hides it, or flips it. */
export const showing =
  (kind: "images" | "albums" | "photos", method = "POST"): MakeCall =>
  (state, { a, b }) =>
    about(state, kind, a, (key) => {
      const show = chooseShow(b);
      const verb = method === "PATCH" ? "show" : "toggle-show";
      return byAdmin(
        `${method} ${ADDRESS[kind]}/${key}/${verb}`,
        (copy) => {
          const thing = byKey<{ key: number; show: boolean }>(
            live(copy, kind),
            key,
          );
          if (!thing) return 404;
          thing.show = show ?? !thing.show;
          return { status: 200, body: { show: thing.show } };
        },
        { body: { show } },
      );
    });

// ── The trash ──────────────────────────────────────────────────────────────────────────────────

/** Whether this is the artist whom nobody can delete. */
export const isUnknown = (thing: Thing) =>
  "dob" in thing && (thing as Artist).display_name === "UNKNOWN";

export const remove = (kind: Kind, key: number) =>
  byAdmin(`DELETE ${ADDRESS[kind]}/${key}`, (copy, { headers }) => {
    const thing = byKey<Thing>(live(copy, kind), key);
    if (!thing) return 404;
    if (isUnknown(thing)) return 409;
    thing.trash = Number(headers.get("trash-key"));
    return 204;
  });

export const removing =
  (kind: Kind): MakeCall =>
  (state, { a }) =>
    about(state, kind, a, (key) => remove(kind, key));

/** What is in the trash, oldest first. */
export const listTrash = (state: State) =>
  (Object.keys(KINDS) as Kind[])
    .flatMap((kind) =>
      state[kind].flatMap(({ trash, key }) =>
        trash === undefined ? [] : { trash_key: trash, kind, key },
      ),
    )
    .sort((a, b) => a.trash_key - b.trash_key);

export const bringBack = (state: State, trashKey: number) =>
  byAdmin(
    `POST /api/trash/${trashKey}/restore`,
    (copy) => {
      const item = listTrash(copy).find((one) => one.trash_key === trashKey);
      if (!item) return 404;
      const { kind, key } = item;
      const thing = byKey(
        copy[kind] as { key: number; trash?: number }[],
        key,
      )!;
      if (!hasRoom(copy, kind, key)) return 409;
      delete thing.trash;
      return { status: 200, body: { kind: KINDS[kind].inTrash, key } };
    },
    {
      body: {},
      says: listTrash(state).find((one) => one.trash_key === trashKey)?.kind,
    },
  );

/** Makes room for a thing that comes back. @returns false if something has to be done first */
function hasRoom(state: State, kind: Kind, key: number): boolean {
  switch (kind) {
    case "finds":
      return true;
    case "images":
      return !!byKey(live(state, "finds"), byKey(state.images, key)!.of);
    case "rocks": {
      const rock = byKey(state.rocks, key)!;
      rock.isMended = true;
      return live(state, "rocks").every(
        ({ rock_number }) => rock_number !== rock.rock_number,
      );
    }
    case "artists":
      for (const rock of state.rocks)
        if (rock.artists.includes(key)) rock.isMended = true;
      return !isNameTaken(state, byKey(state.artists, key)!.display_name);
    case "albums":
      putBack(live(state, "albums"), byKey(state.albums, key)!);
      return true;
    case "photos": {
      const photo = byKey(state.photos, key)!;
      const album = byKey(live(state, "albums"), photo.of);
      if (album) putBack(partsOf(state.photos, album), photo);
      return album !== undefined;
    }
  }
}

/** Upper and lower case count as the same. */
export const isNameTaken = (state: State, name: string, except?: number) =>
  live(state, "artists").some(
    ({ key, display_name }) =>
      key !== except && display_name.toLowerCase() === name.toLowerCase(),
  );

/** What is part of it goes too. */
export const purge = (trashKey: number) =>
  byOtherAdmin(`DELETE /api/trash/${trashKey}`, (copy) => {
    const item = listTrash(copy).find((one) => one.trash_key === trashKey);
    if (!item) return 404;
    forget(copy, item.kind, item.key);
    return 204;
  });

export function forget(state: State, kind: Kind, key: number) {
  const without = <T extends { key: number }>(things: T[]) =>
    things.filter((thing) => thing.key !== key);
  Object.assign(state, { [kind]: without<{ key: number }>(state[kind]) });
  const parts = <T extends { of: number }>(things: T[]) =>
    things.filter(({ of }) => of !== key);
  if (kind === "finds") state.images = parts(state.images);
  if (kind === "albums") state.photos = parts(state.photos);
  if (kind === "artists")
    for (const rock of state.rocks)
      rock.artists = rock.artists.filter((artist) => artist !== key);
}

const inTrash = (make: (state: State, key: number) => Call): MakeCall => {
  return (state, { a }) => {
    // The newest first, as people do who have just deleted something.
    const item = choose(listTrash(state).reverse(), a);
    const key = a % 31 === 30 ? 999_999 : item?.trash_key;
    return key === undefined ? undefined : make(state, key);
  };
};

/** How often each is made, and how. */
export const trashCalls: [number, MakeCall][] = [
  [10, inTrash(bringBack)],
  [3, inTrash((_state, key) => purge(key))],
];

/** Puts a thing back at its number. What has it, and all after that, move on by one. No hole is left before it. */
function putBack(
  things: { order_num: number }[],
  thing: { order_num: number },
) {
  if (things.some(({ order_num }) => order_num === thing.order_num)) {
    for (const other of things)
      if (other.order_num >= thing.order_num) other.order_num += 1;
  } else thing.order_num = Math.min(thing.order_num, nextOrder(things));
}
