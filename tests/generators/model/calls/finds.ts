import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { bytesOf, extensionOf, type PictureId } from "../../pictures.ts";
import {
  byKey,
  live,
  partsOf,
  type Find,
  type Image,
  type State,
} from "../state.ts";
import {
  about,
  byAdmin,
  byEverybody,
  choose,
  chooseShow,
  chooseVersion,
  formOf,
  isStale,
  someOf,
  textOf,
  type Call,
  type Get,
  type MakeCall,
} from "./call.ts";
import { removing, saving, showing } from "./things.ts";

/** Calls that send finds, and the admin's about them. */

/** Rocks that finds are of. Few, so that they meet. */
export const NUMBERS = [7, 8, 0, 100_000] as const;
export const chooseNumber = (n: number) => choose([7, 8, 7, 0, 7, 100_000], n)!;

export const DAYS = ["2026-05-17", "2025-12-31", "2026-05-18"] as const;
const PRECISIONS = [0, 1000, 10_000] as const;
const SPOTS = [
  [56.22397, -2.70221],
  [-43.88388, 170.51666],
  [-16.50021, 179.99991],
  [0.00012, -0.00012],
  [89.99983, 12.34567],
  [-90, -180],
] as const;

/** A place that no other call has, but for the pole. */
function choosePlace(n: number, id: number) {
  const [latitude, longitude] = choose(SPOTS, n)!;
  const more = Number.isInteger(latitude) ? 0 : (id % 500) / 1e7;
  return {
    latitude: Number((latitude + more).toFixed(7)),
    longitude: Number((longitude - more).toFixed(7)),
  };
}

/** A UUID of version 4. */
export const uuidOf = (id: number) =>
  `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;

/** The key of the finder of a find. */
const finderKeyOf = (id: number) => id.toString(16).padStart(32, "0");
export const WRONG_KEY = finderKeyOf(12_345);

// ── Sending ────────────────────────────────────────────────────────────────────────────────────

type Learned = Pick<Image, "current_name"> & { rpi_key: number };

/** The images of a find as they are now. */
export const learnImages = (key: number) => (get: Get) =>
  get(`/api/journey-admin/${key}/images`);

const imageOf = (
  of: number,
  { rpi_key, current_name }: Learned,
  picture: PictureId,
  more: Partial<Image> = {},
): Image => ({
  ...{ key: rpi_key, of, current_name, picture, description: "" },
  ...{ show: true, ready: false, isCopy: false, late: null, isReplaced: false },
  ...more,
});

const NONE = { key: -1, images: [] as Learned[] };

type Sent = Omit<Find, "key" | "uuid" | "from"> & {
  pictures: number[];
  /** What the first picture shows. */
  description: string;
};

const postFind = (sent: Sent, says: string): Call =>
  byEverybody(
    "POST /api/upload-rock",
    (copy, { body, learned }) => {
      const { pictures, description, ...fields } = sent;
      const isSent = ({ submission }: Find) => submission === sent.submission;
      const earlier = copy.finds.find(isSent);
      const { key, images } = (learned ?? NONE) as typeof NONE;
      const { uuid } = body as { uuid: string };
      const from = fields.rock_number;
      const find = earlier ?? { ...fields, from, key, uuid };
      if (!earlier) {
        copy.finds.push(find);
        for (const [n, image] of images.entries())
          copy.images.push(
            imageOf(key, image, pictures[n]!, n === 0 ? { description } : {}),
          );
      }
      const names = partsOf(copy.images, find).map((one) => one.current_name);
      return {
        status: earlier ? 200 : 201,
        body: {
          uuid: find.uuid,
          rock_number: find.rock_number,
          images: names,
        },
      };
    },
    {
      says,
      makeForm: () => formOfFind(sent, sent.pictures),
      learn: async (get, { body }) => {
        const { uuid } = body as { uuid: string };
        const rows = await get(`/api/journey-admin?uuid=${uuid}`);
        const [row] = rows as { rps_key: number }[];
        // One that is sent again may be in the trash.
        if (!row) return NONE;
        const { rps_key: key } = row;
        return { key, images: await learnImages(key)(get) };
      },
    },
  );

const formOfFind = (sent: Sent, pictures: number[], uploads?: string[]) =>
  formOf(
    {
      rockNumber: sent.rock_number,
      location: sent.location,
      comment: sent.comment,
      name: sent.name,
      email: sent.email,
      date: sent.date.slice(0, 10),
      find_key: sent.finderKey,
      submission_id: sent.submission,
      suggestion: sent.suggestion ? JSON.stringify(sent.suggestion) : undefined,
      uploads: uploads && JSON.stringify(uploads),
      descriptions: JSON.stringify([sent.description]),
    },
    "images",
    pictures.map((picture) => ({ picture })),
  );

/** The same with its first picture sent ahead, as an upload that can be resumed. It is a copy that an original may follow. */
function postUploadedFind(sent: Sent, says: string): Call {
  const call = postFind(sent, `${says}, a copy of its first picture ahead`);
  return {
    ...call,
    rule(copy, answer) {
      const answered = call.rule(copy, answer);
      const { key } = (answer.learned ?? NONE) as typeof NONE;
      const image = copy.images.find(({ of }) => of === key);
      if (image) image.isCopy = true;
      return answered;
    },
    async prepare({ site }) {
      const [first, ...others] = sent.pictures as [number, ...number[]];
      const { id } = await uploadBytes(site, await bytesOf(first), {
        filename: `${first}.${extensionOf(first)}`,
        preview: null,
      });
      return { makeForm: () => formOfFind(sent, others, [id]) };
    },
  };
}

const sendFind: MakeCall = (_state, { a, b, c, id }) => {
  const precision = choose(PRECISIONS, c)!;
  const place = { ...choosePlace(b, id), accuracy: 20, precision };
  const suggestion =
    b % 3 === 0 ? null : ({ ...place, source: "map" } as const);
  const post = c % 3 === 0 ? postUploadedFind : postFind;
  const rock_number = chooseNumber(a);
  return post(
    {
      rock_number,
      location: textOf("Harbour", id),
      comment: textOf("There it lay.", id),
      name: textOf("Yuki", id),
      email: `finder${id}@example.org`,
      date: `${choose(DAYS, c)}T00:00:00Z`,
      finderKey: finderKeyOf(id),
      submission: uuidOf(id),
      ...{ show: false, putAside: false, closed: false, corrections: 0 },
      ...{ latitude: null, longitude: null, no_place: false },
      precision: suggestion?.precision ?? 0,
      suggestion,
      pictures: a % 3 === 0 ? [id * 8, id * 8 + 1] : [id * 8],
      description: b % 2 === 0 ? textOf("A stone.", id) : "",
    },
    `of rock ${rock_number}`,
  );
};

/** The same submission, as after a lost answer: also when its find is in the trash. */
const sendAgain: MakeCall = ({ finds }, { a }) => {
  const find = choose(finds, a);
  const more = { pictures: [1], description: "" };
  return find && postFind({ ...find, ...more }, `find ${find.key} once more`);
};

// ── The admin's changes ────────────────────────────────────────────────────────────────────────

/** Hides a find on purpose, or shows it. */
function showFind(find: Find, show: boolean) {
  Object.assign(find, { show, putAside: !show });
  if (show) find.closed = false;
}

/** Most of it stays as it is. */
const saveFind = saving(
  "finds",
  (state, { a, b, c, id }) => {
    const find = choose(live(state, "finds"), a)!;
    const { location, name } = find;
    return {
      ...someOf(
        {
          rock_number: b % 3 === 0 ? chooseNumber(c) : find.rock_number,
          ...{ location, name },
          comment: b % 5 === 0 ? textOf("It lay here.", id) : find.comment,
          email: c % 4 === 0 ? "" : find.email,
          date: `${choose(DAYS, b)}T${b % 7 ? "00:00" : "14:30"}:00Z`,
        },
        a,
      ),
      show: choose([true, undefined, true, false], b),
      ...choose(
        [
          choosePlace(c, id),
          {},
          choosePlace(a, id),
          { latitude: null, longitude: null },
        ],
        a + b,
      ),
      precision: choose([undefined, ...PRECISIONS], c),
      no_place: choose([undefined, undefined, true, false], a + c),
    };
  },
  (_copy, find, fields) => {
    const { latitude = find.latitude, no_place = find.no_place } = fields;
    if (fields.show !== undefined && fields.show !== find.show)
      showFind(find, fields.show);
    fields.no_place = latitude === null && no_place;
  },
);

/** Shows a find on the map, whatever became of it before. */
export function showOnMap(key: number) {
  const fields = { show: true, latitude: 12.5, longitude: 7 + key };
  return byAdmin(
    `PUT /api/journey-admin/${key}`,
    (copy) => {
      const find = byKey(live(copy, "finds"), key)!;
      Object.assign(find, fields, { no_place: false });
      showFind(find, true);
      return 200;
    },
    { body: fields },
  );
}

const toggleFind: MakeCall = (state, chance) =>
  about(state, "finds", chance.a, (key) => {
    const show = chooseShow(chance.b);
    const { known, headers } = chooseVersion(chance, `finds ${key}`);
    return byAdmin(
      `POST /api/journey-admin/${key}/toggle-show`,
      (copy) => {
        const find = byKey(live(copy, "finds"), key);
        if (!find) return 404;
        if (isStale(copy, "finds", find, known)) return 409;
        showFind(find, show ?? !find.show);
        return { status: 200, body: { show: find.show } };
      },
      { headers, body: { show } },
    );
  });

const addImage: MakeCall = (state, { a, id }) =>
  about(state, "finds", a, (key) => {
    const picture = id * 8;
    return byAdmin(
      `POST /api/journey-admin/${key}/images`,
      (copy, { body }) => {
        if (!byKey(live(copy, "finds"), key)) return 404;
        copy.images.push(imageOf(key, body as Learned, picture));
        return 201;
      },
      // A find can't be shown until all its pictures can be seen.
      { makeForm: () => formOf({}, "image", [{ picture }]), waits: true },
    );
  });

/** A late original whose copy is deleted is an image of its own from then on. */
const deleteImage: MakeCall = (state, chance) => {
  const call = removing("images")(state, chance);
  const key = Number(call?.path.split("/").at(-1));
  const image = byKey(live(state, "images"), key);
  return (
    call && {
      ...call,
      rule(copy, answer) {
        const answered = call.rule(copy, answer);
        const { late } = byKey(copy.images, key) ?? {};
        if (late) setAside(copy, byKey(copy.images, key)!, answer.learned);
        return answered;
      },
      ...(image?.late && { learn: learnImages(image.of), waits: true }),
    }
  );
};

// ── Originals that follow ──────────────────────────────────────────────────────────────────────

/** A late original that doesn't take the place of its copy is a hidden image of its own. */
export function setAside(state: State, copy: Image, learned: unknown) {
  const { name, picture } = copy.late!;
  const rows = (learned as Learned[] | undefined) ?? [];
  const row = rows.find(({ current_name }) => current_name === name);
  const made = row ?? { current_name: name, rpi_key: -1 };
  const more = { show: false, ready: true };
  state.images.push(imageOf(copy.of, made, picture, more));
  copy.late = null;
}

export const takePlace = (image: Image, picture: PictureId) =>
  Object.assign(image, { picture, late: null, isReplaced: true });

const describeImage = saving("images", (_state, { b, id }) => ({
  description: choose([textOf("A wall.", id), "", undefined], b),
}));

/** How often each is made, and how. */
export const findCalls: [number, MakeCall][] = [
  [10, sendFind],
  [1, sendAgain],
  [8, saveFind],
  [8, toggleFind],
  [6, removing("finds")],
  [5, showing("images")],
  [3, describeImage],
  [2, addImage],
  [3, deleteImage],
];
