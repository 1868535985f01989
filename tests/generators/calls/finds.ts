import {
  asMetadata,
  PIECE,
  uploadBytes,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { bytesOf, nameOf } from "../pictures.ts";
import {
  about,
  byEverybody,
  choose,
  formOf,
  removing,
  saving,
  sent,
  showing,
  someOf,
  textOf,
  versionFor,
  type Call,
  type MakeCall,
} from "./call.ts";
import { rowOf, type Kind, type Row, type Rows } from "./rows.ts";

/** Calls about finds: of finders, and of the admin. */

type Find = Rows["finds"][0];

/** Rocks that finds are of. Few, so that they meet. */
export const NUMBERS = [7, 8, 0, 100_000] as const;
const chooseNumber = (n: number) => choose([7, 8, 7, 0, 7, 100_000], n)!;

const DAYS = ["2026-05-17", "2025-12-31", "2026-05-18"] as const;
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

// ── Finders ────────────────────────────────────────────────────────────────────────────────────

const uuidOf = (id: number) =>
  `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;

export const finderKeyOf = ({ submission_id }: Pick<Find, "submission_id">) =>
  Number(submission_id!.slice(-12)).toString(16).padStart(32, "0");

/** Every third comes with a copy of its first picture, as an upload, and the original may follow. */
const sendFind: MakeCall = (_rows, { a, b, c, id }) => {
  const submission_id = uuidOf(id);
  const pictures = a % 3 === 0 ? [id * 8, id * 8 + 1] : [id * 8];
  const precision = choose(PRECISIONS, c)!;
  const place = { ...choosePlace(b, id), accuracy: 20, source: "map" };
  const suggestion = b % 3 === 0 ? null : { ...place, precision };
  const description = b % 2 ? "" : textOf("A stone.", id);
  const texts = {
    location: textOf("Harbour", id),
    comment: textOf("There it lay.", id),
    name: textOf("Yuki", id),
    email: `finder${id}@example.org`,
    submission_id,
  };
  const [rock_number, date] = [chooseNumber(a), choose(DAYS, c)!];
  const fields = {
    ...texts,
    ...{ rockNumber: rock_number, date },
    find_key: finderKeyOf({ submission_id }),
    suggestion: suggestion ? JSON.stringify(suggestion) : undefined,
    descriptions: JSON.stringify([description]),
  };
  const formWith = (pictures: number[], more = {}) =>
    formOf(
      { ...fields, ...more },
      "images",
      pictures.map((picture) => ({ picture })),
    );
  return byEverybody("POST /api/upload-rock", {
    says: JSON.stringify(fields),
    makeForm: () => formWith(pictures),
    makes: [
      [
        "finds",
        {
          ...texts,
          ...{ rock_number, suggestion, date: `${date}T00:00:00Z` },
          ...{ show: false, put_aside: false, latitude: null },
        },
      ],
      ...pictures.map((picture, n): [Kind, Row] => [
        "images",
        {
          original_name: nameOf(picture),
          description: n === 0 ? description : "",
        },
      ]),
    ],
    async prepare(site) {
      if (c % 3) return {};
      const [first, ...others] = pictures as [number, ...number[]];
      const { id } = await uploadBytes(site, await bytesOf(first), {
        filename: nameOf(first),
        preview: null,
      });
      const uploads = JSON.stringify([id]);
      return { makeForm: () => formWith(others, { uploads }) };
    },
  });
};

/** The same submission, as after a lost answer: also when its find is in the trash. */
const sendAgain: MakeCall = ({ finds, trash }, { a }) => {
  const away = trash.filter((item) => item.submission_id);
  const { submission_id } = choose([...away, ...finds], a) ?? {};
  if (!submission_id) return undefined;
  const find_key = finderKeyOf({ submission_id });
  const fields = {
    rockNumber: 7,
    location: "Again",
    comment: "Again.",
    name: "",
  };
  const more = { email: "", date: DAYS[0], find_key, submission_id };
  return byEverybody("POST /api/upload-rock", {
    says: `${submission_id} once more`,
    isAlone: true,
    makeForm: () => formOf({ ...fields, ...more }, "images", [{ picture: 1 }]),
    changes: () => ({}),
  });
};

const TUS = { "Tus-Resumable": "1.0.0" };

const announceOriginal: MakeCall = (rows, { a, c, id }) => {
  const copies = rows.images.filter((one) => one.original_state !== "final");
  const isAny = c % 9 === 0 || copies.length === 0;
  const image = choose(isAny ? rows.images : copies, a);
  if (!image) return undefined;
  const find = rowOf(rows, "finds", image.rps_key)!;
  const picture = id * 8 + 2;
  return byEverybody("POST /api/uploads", {
    says: `the original of ${image.current_name} of find ${find.rps_key}`,
    about: { kind: "images", key: image.rpi_key },
    changes: () => ({ original_state: "pending" }),
    refusal: image.original_state === "final" ? 409 : undefined,
    async prepare() {
      const metadata = asMetadata({
        filename: nameOf(picture),
        original_of: `${find.uuid}/${image.current_name}`,
        find_key: finderKeyOf(find),
      });
      const { length } = await bytesOf(picture);
      const headers = { ...TUS, "Upload-Length": String(length) };
      return { headers: { ...headers, "Upload-Metadata": metadata } };
    },
  });
};

/** It takes the place of its copy at once, unless everybody sees the find: then the admin looks at it first. */
const sendOriginal: MakeCall = (rows, { a }) => {
  const imageOf = ({ rpi_key }: Rows["uploads"][0]) =>
    rpi_key === null ? undefined : rowOf(rows, "images", rpi_key);
  const announced = rows.uploads.filter(
    (one) => !one.is_used && imageOf(one)?.original_state === "pending",
  );
  const upload = choose(announced.toReversed(), a % 3);
  if (!upload) return undefined;
  const { rps_key, rpi_key, show } = imageOf(upload)!;
  const isSeen = show && rowOf(rows, "finds", rps_key)!.show;
  return byEverybody(`PATCH /api/uploads/${upload.id}`, {
    says: `the original of image ${upload.rpi_key}`,
    about: { kind: "finds", key: rps_key },
    changes: () => ({}),
    makes: isSeen ? [["images", { replaces: rpi_key }]] : [],
    headers: { ...TUS, ...PIECE, "Upload-Offset": "0" },
    makeForm: () => bytesOf(Number.parseInt(upload.file_name, 10)),
    waits: true,
  });
};

const byFinder =
  (
    fieldsOf: (find: Find, n: number, id: number) => Record<string, string>,
    changes?: (find: Find) => object,
  ): MakeCall =>
  ({ finds }, { a, b, id }) => {
    const find = choose(finds, a);
    if (!find) return undefined;
    const fields = fieldsOf(find, b, id);
    const key = finderKeyOf(find);
    return byEverybody(`POST /finds/${find.uuid}.data`, {
      says: JSON.stringify(fields),
      about: { kind: "finds", key: find.rps_key },
      changes:
        changes && (() => ({ ...changes(find), ...asColumns(find, fields) })),
      makeForm: async () => new URLSearchParams({ ...fields, key }),
    });
  };

/** The time of a find stays as it was unless its day is changed. */
function asColumns(
  find: Find,
  { intent: _, rockNumber, date, ...texts }: Record<string, string>,
) {
  const isOtherDay = date !== undefined && !find.date.startsWith(date);
  return sent({
    ...texts,
    rock_number: rockNumber && Number(rockNumber),
    date: isOtherDay ? `${date}T00:00:00Z` : undefined,
  });
}

/** The find is hidden, and waits for a decision again unless it is closed. */
const correctFind = byFinder(
  (find, n, id) => ({
    intent: "correct",
    ...someOf(
      {
        rockNumber: String(n % 2 ? find.rock_number : chooseNumber(n)),
        comment: textOf("No, it lay there.", id),
        location: find.location,
        name: find.name,
        date: choose(DAYS, n)!,
      },
      n,
    ),
  }),
  ({ closed }) => ({ show: false, put_aside: closed }),
);

/** For good, with its images that are in the trash. */
const deleteOwnFind = byFinder(() => ({ intent: "delete" }));

// ── The admin ──────────────────────────────────────────────────────────────────────────────────

/** A find that is hidden is put aside, and one that is shown isn't closed any more. */
const decided = (show: boolean) => ({
  ...{ show, put_aside: !show },
  ...(show && { closed: false }),
});

/** The same of a save, which decides nothing unless it changes that. */
const shown = (find: Find, show = find.show) =>
  show === find.show ? {} : decided(show);

const saveFind = about("finds", "PUT …", (find, chance) => {
  const { a, b, c, id } = chance;
  const place = choose(
    [{}, choosePlace(c, id), { latitude: null, longitude: null }],
    a + b,
  );
  const body: Partial<Find> = sent({
    ...someOf(
      {
        rock_number: b % 3 === 0 ? chooseNumber(c) : find.rock_number,
        location: find.location,
        comment: b % 5 === 0 ? textOf("It lay here.", id) : find.comment,
        email: c % 4 === 0 ? "" : find.email,
        date: `${choose(DAYS, b)}T${b % 7 ? "00:00" : "14:30"}:00Z`,
      },
      a,
    ),
    show: choose([true, undefined, true, false], b),
    ...place,
    precision: choose([undefined, ...PRECISIONS], c),
    no_place: choose([undefined, undefined, true, false], a + c),
  });
  const changes = (now: Find) => {
    const { latitude, no_place } = { ...now, ...body };
    const nowhere = { no_place: latitude === null && no_place };
    return { ...body, ...shown(now, body.show), ...nowhere };
  };
  return { body, changes, ...versionFor("finds", find, chance) };
});

export const showOnMap = (find: Find): Call => {
  const key = find.rps_key;
  const body = { show: true, latitude: 12.5, longitude: 7 + key };
  const changes = (now: Find) => ({
    ...body,
    ...shown(now, true),
    no_place: false,
  });
  const path = `/api/journey-admin/${key}`;
  return {
    who: "admin",
    method: "PUT",
    path,
    body,
    about: { kind: "finds", key },
    changes,
  };
};

const toggleFind = about("finds", "POST …/toggle-show", (find, chance) => {
  const show = choose([true, undefined, true, false], chance.b);
  const changes = (now: Find) => decided(show ?? !now.show);
  return { body: { show }, changes, ...versionFor("finds", find, chance) };
});

/** A find can't be shown until all its pictures can be seen. */
const addImage = about("finds", "POST …/images", ({ rps_key }, { id }) => ({
  makes: [["images", { rps_key, original_name: nameOf(id * 8) }]],
  makeForm: () => formOf({}, "image", [{ picture: id * 8 }]),
  changes: () => ({}),
  waits: true,
}));

const describeImage = saving("images", ({ b, id }) => ({
  description: choose([textOf("A wall.", id), "", undefined], b),
}));

/** How often each is made, and how. */
export const findCalls: [number, MakeCall][] = [
  [10, sendFind],
  [1, sendAgain],
  [4, announceOriginal],
  [8, sendOriginal],
  [7, correctFind],
  [1, deleteOwnFind],
  [8, saveFind],
  [8, toggleFind],
  [6, removing("finds")],
  [5, showing("images")],
  [3, describeImage],
  [2, addImage],
  [3, removing("images")],
];
