import { asMetadata, PIECE } from "#tests/setup/calls/uploads/tus-calls.ts";
import { bytesOf, extensionOf } from "../../pictures.ts";
import {
  byKey,
  changeFields,
  isSame,
  live,
  type Find,
  type Image,
  type State,
} from "../state.ts";
import { byEverybody, choose, someOf, textOf, type MakeCall } from "./call.ts";
import { chooseNumber, DAYS, takePlace, WRONG_KEY } from "./finds.ts";
import { forget } from "./things.ts";

/** Calls of finders about what they have sent. */

// ── Originals that follow ──────────────────────────────────────────────────────────────────────

const TUS = { "Tus-Resumable": "1.0.0" };

const announceOriginal: MakeCall = (state, { a, c, id }) => {
  const images = live(state, "images");
  const copies = images.filter(({ isCopy }) => isCopy);
  const image = choose(c % 9 === 0 || copies.length === 0 ? images : copies, a);
  if (!image) return undefined;
  const { key, uuid, finderKey } = byKey(state.finds, image.of)!;
  const name = image.current_name;
  const picture = id * 8 + 2;
  const find_key = c % 11 === 0 ? WRONG_KEY : finderKey;
  return byEverybody(
    "POST /api/uploads",
    (copy, { headers }) => {
      const to = byKey(live(copy, "images"), image.key);
      if (!to || find_key === WRONG_KEY) return 404;
      if (!to.isCopy) return 409;
      const path = headers.get("location") ?? "";
      copy.uploads.push({ path, uuid, image: name, picture });
      return 201;
    },
    {
      says: `the original of ${name} of find ${key}`,
      async prepare() {
        const metadata = asMetadata({
          filename: `${picture}.${extensionOf(picture)}`,
          original_of: `${uuid}/${name}`,
          find_key,
        });
        const length = String((await bytesOf(picture)).length);
        const headers = { ...TUS, "Upload-Length": length };
        return { headers: { ...headers, "Upload-Metadata": metadata } };
      },
    },
  );
};

/**
 * It takes the place of its copy at once, unless everybody sees the copy: then the admin looks at it first. Nothing
 * else may be under way meanwhile.
 */
const sendOriginal: MakeCall = (state, { a }) => {
  const upload = choose([...state.uploads].reverse(), a % 3);
  if (!upload) return undefined;
  const { uuid, image: name, picture } = upload;
  return byEverybody(
    `PATCH ${upload.path}`,
    (copy, { learned }) => {
      const isIt = ({ current_name }: Image) => current_name === name;
      const image = live(copy, "images").find(isIt);
      if (!image) return 404;
      image.isCopy = false;
      copy.uploads = copy.uploads.filter((other) => other.image !== name);
      if (byKey(copy.finds, image.of)!.show && image.show)
        image.late = { picture, name: String(learned) };
      else takePlace(image, picture);
      return 204;
    },
    {
      says: `the original of ${name}`,
      headers: { ...TUS, ...PIECE, "Upload-Offset": "0" },
      makeForm: () => bytesOf(picture),
      async prepare({ site }) {
        await site.untilIdle();
        return {};
      },
      async learn(get) {
        const [find] = (await get(`/api/review?uuid=${uuid}`)) as {
          images: { name: string; original: { name: string } | null }[];
        }[];
        const image = find?.images.find((one) => one.name === name);
        return image?.original?.name;
      },
      waits: true,
    },
  );
};

// ── The finder's own changes ───────────────────────────────────────────────────────────────────

const finderCall = (
  find: Find,
  c: number,
  fields: { intent: string } & Record<string, string>,
  change: (state: State, find: Find) => void,
) => {
  const key = c % 11 === 0 ? WRONG_KEY : find.finderKey;
  const { uuid } = find;
  return byEverybody(
    `POST /finds/${uuid}.data`,
    (copy) => {
      const own = fields.intent === "delete" ? copy.finds : live(copy, "finds");
      const it = own.find((one) => one.uuid === uuid && one.finderKey === key);
      if (!it) return 404;
      change(copy, it);
      return 200;
    },
    {
      says: `${JSON.stringify(fields)}${key === WRONG_KEY ? ", wrong key" : ""}`,
      makeForm: async () => new URLSearchParams({ ...fields, key }),
    },
  );
};

/** The find is hidden, and waits for a decision again unless it is closed. */
const correctFind: MakeCall = (state, { a, b, c, id }) => {
  const finds = live(state, "finds");
  const closed = finds.filter((find) => find.closed);
  const find = choose(a % 2 && closed.length > 0 ? closed : finds, a >> 1);
  if (!find) return undefined;
  const { rock_number, date, ...texts } = someOf(
    {
      rock_number: b % 2 ? find.rock_number : chooseNumber(b),
      comment: textOf("No, it lay there.", id),
      location: find.location,
      name: find.name,
      email: find.email,
      date: choose(DAYS, b)!,
    },
    c,
  );
  const fields = { intent: "correct", ...texts };
  if (rock_number !== undefined)
    Object.assign(fields, { rockNumber: String(rock_number) });
  if (date !== undefined) Object.assign(fields, { date });
  return finderCall(find, c, fields, (_copy, own) => {
    const before = structuredClone(own);
    changeFields(own, { ...texts, rock_number });
    if (date !== undefined && own.date.slice(0, 10) !== date)
      own.date = `${date}T00:00:00Z`;
    if (!isSame(own, before)) own.corrections++;
    Object.assign(own, { show: false, putAside: own.closed });
  });
};

/** For good, with its images that are in the trash. It may be in the trash itself. */
const deleteOwnFind: MakeCall = ({ finds }, { a, c }) => {
  const find = choose(finds, a);
  return (
    find &&
    finderCall(find, c, { intent: "delete" }, (copy, { key }) =>
      forget(copy, "finds", key),
    )
  );
};

/** How often each is made, and how. */
export const finderCalls: [number, MakeCall][] = [
  [4, announceOriginal],
  [8, sendOriginal],
  [7, correctFind],
  [1, deleteOwnFind],
];
