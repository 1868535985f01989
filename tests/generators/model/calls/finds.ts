import { uploadBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { bytesOf, extensionOf } from "../pictures.ts";
import * as rules from "../rules/finds.ts";
import {
  isSame,
  type Find,
  type Image,
  type State,
  type Suggestion,
} from "../rules/state.ts";
import {
  byAdmin,
  byEverybody,
  byOtherAdmin,
  formOf,
  trashKeyOf,
  type Answer,
  type Call,
  type Get,
} from "./call.ts";
import {
  about,
  asVersion,
  choose,
  chooseKey,
  chooseNumber,
  choosePlace,
  chooseShow,
  chooseVersion,
  DAYS,
  finderKeyOf,
  PRECISIONS,
  someOf,
  textOf,
  uuidOf,
  type MakeCall,
} from "./pick.ts";

/** Calls about finds: their senders' and the admin's. */

interface Learned {
  key: number;
  images: { rpi_key: number; current_name: string }[];
}

const NONE: Learned = { key: -1, images: [] };

/** The keys of a find that has just been sent. */
const learnFind = async (get: Get, { body }: Answer): Promise<Learned> => {
  const { uuid } = body as { uuid: string };
  const [row] = (await get(`/api/journey-admin?uuid=${uuid}`)) as {
    rps_key: number;
  }[];
  const key = row!.rps_key;
  const images = await get(`/api/journey-admin/${key}/images`);
  return { key, images: images as Learned["images"] };
};

/** The images of a find as they are now. */
export const learnImages = (key: number) => (get: Get) =>
  get(`/api/journey-admin/${key}/images`);

type Sent = Omit<Find, "key" | "uuid" | "images" | "from"> & {
  pictures: number[];
  /** What the first pictures show. */
  descriptions?: string[];
};

const postFind = (sent: Sent, says: string, hasCopy = false): Call =>
  byEverybody(
    "POST /api/upload-rock",
    (copy, answer) =>
      rules.sendFind(copy, sent.submission, () => {
        const { pictures, descriptions, ...fields } = sent;
        const { key, images } = (answer.learned as Learned | undefined) ?? NONE;
        const { uuid } = answer.body as { uuid: string };
        const made = images.map(asImage(pictures, descriptions));
        if (hasCopy && made[0]) made[0].isCopy = true;
        return { ...fields, from: fields.rock, key, uuid, images: made };
      }),
    {
      says,
      makeForm: () => formOfFind(sent, sent.pictures),
      learn: learnFind,
    },
  );

const formOfFind = (sent: Sent, pictures: number[], uploads?: string[]) =>
  formOf(
    {
      rockNumber: String(sent.rock),
      location: sent.location,
      comment: sent.comment,
      name: sent.name,
      email: sent.email,
      date: sent.date.slice(0, 10),
      find_key: sent.finderKey,
      submission_id: sent.submission,
      suggestion: sent.suggestion ? JSON.stringify(sent.suggestion) : undefined,
      uploads: uploads && JSON.stringify(uploads),
      descriptions: sent.descriptions && JSON.stringify(sent.descriptions),
    },
    "images",
    pictures.map((picture) => ({ picture })),
  );

/** The same with its first picture sent ahead, as an upload that can be resumed. It is a copy that an original may follow. */
const postUploadedFind = (sent: Sent, says: string): Call => ({
  ...postFind(sent, `${says}, a copy of its first picture sent ahead`, true),
  async prepare({ site }) {
    const [first, ...others] = sent.pictures as [number, ...number[]];
    const { id } = await uploadBytes(site, await bytesOf(first), {
      filename: `${first}.${extensionOf(first)}`,
      preview: null,
    });
    return { makeForm: () => formOfFind(sent, others, [id]) };
  },
});

const asImage =
  (pictures: number[], descriptions: string[] = []) =>
  ({ rpi_key, current_name }: Learned["images"][number], n: number): Image => ({
    key: rpi_key,
    name: current_name,
    show: true,
    description: descriptions[n] ?? "",
    picture: pictures[n]!,
    ready: false,
    isCopy: false,
    late: null,
    isReplaced: false,
  });

const sendFind: MakeCall = (_state, { a, b, c, id }) => {
  const suggestion: Suggestion | null =
    b % 3 === 0
      ? null
      : {
          ...choosePlace(b, id),
          accuracy: 20,
          source: "map",
          precision: choose(PRECISIONS, c)!,
        };
  const fields = {
    rock: chooseNumber(a),
    location: textOf("Harbour", id),
    comment: textOf("There it lay.", id),
    name: textOf("Yuki", id),
    email: `finder${id}@example.org`,
    date: `${choose(DAYS, c)}T00:00:00Z`,
  };
  const post = c % 3 === 0 ? postUploadedFind : postFind;
  return post(
    {
      ...fields,
      finderKey: finderKeyOf(id),
      submission: uuidOf(id),
      show: false,
      putAside: false,
      closed: false,
      corrections: 0,
      place: null,
      precision: suggestion?.precision ?? 0,
      noPlace: false,
      suggestion,
      pictures: a % 3 === 0 ? [id * 8, id * 8 + 1] : [id * 8],
      descriptions: b % 2 === 0 ? [textOf("A stone.", id)] : undefined,
    },
    `of rock ${fields.rock}`,
  );
};

/** The same submission, as after a lost answer: also when its find is in the trash. */
const sendAgain: MakeCall = (state, { a }) => {
  const trashed = state.trash.flatMap((item) =>
    item.kind === "find" ? [item.thing] : [],
  );
  const find = choose([...state.finds, ...trashed], a);
  return (
    find && postFind({ ...find, pictures: [1] }, `find ${find.key} once more`)
  );
};

/** The admin's change of a find. Most of it stays as it is. */
const saveFind: MakeCall = (state, chance) => {
  const { a, b, c, id } = chance;
  const key = chooseKey(state.finds, a);
  if (key === undefined) return undefined;
  const find = state.finds.find((find) => find.key === key);
  const save: rules.FindSave = {
    ...someOf(
      {
        rock: b % 3 === 0 ? chooseNumber(c) : (find?.rock ?? 7),
        location: find?.location ?? "Nowhere",
        comment:
          b % 5 === 0 ? textOf("It lay here.", id) : (find?.comment ?? "-"),
        name: find?.name ?? "",
        email: c % 4 === 0 ? "" : (find?.email ?? ""),
        date:
          b % 7 === 0 ? `${choose(DAYS, c)}T14:30:00Z` : `${DAYS[0]}T00:00:00Z`,
      },
      a,
    ),
    show: choose([true, undefined, true, false], b),
    place: choose(
      [choosePlace(c, id), undefined, choosePlace(a, id), null],
      a + b,
    ),
    precision: choose([undefined, ...PRECISIONS], c),
    noPlace: choose([undefined, undefined, true, false], a + c),
  };
  const { known, headers } = chooseVersion(chance, `find ${key}`);
  return (b % 2 ? byAdmin : byOtherAdmin)(
    `PUT /api/journey-admin/${key}`,
    (copy) => rules.saveFind(copy, key, save, known),
    {
      headers,
      body: {
        rock_number: save.rock,
        location: save.location,
        comment: save.comment,
        name: save.name,
        // Both empty it.
        email: save.email === "" && b % 2 ? null : save.email,
        date: save.date,
        show: save.show,
        precision: save.precision,
        no_place: save.noPlace,
        ...describePlace(save.place, c),
      },
    },
  );
};

/** Two numbers, or the text that the admin types. */
function describePlace(place: rules.FindSave["place"], n: number) {
  if (place === undefined) return {};
  if (place === null) return { latitude: null, longitude: null };
  const { latitude, longitude } = place;
  return n % 3 === 0
    ? { coordinates: `${latitude.toFixed(7)}, ${longitude.toFixed(7)}` }
    : { latitude, longitude };
}

const showFind: MakeCall = (state, chance) =>
  about(state.finds, chance.a, (key) =>
    showOrHide(key, chooseShow(chance.b), chooseVersion(chance, `find ${key}`)),
  );

/** One that has been changed since the version that is sent. */
const showStaleFind: MakeCall = (state, { a, versions }) => {
  const stale = state.finds.flatMap((find) => {
    const seen = versions.get(`find ${find.key}`)?.first;
    return seen && !isSame(seen.known, rules.versionOfFind(find))
      ? [{ key: find.key, seen }]
      : [];
  });
  const one = choose(stale, a);
  return one && showOrHide(one.key, true, asVersion(one.seen));
};

const showOrHide = (
  key: number,
  show: boolean | undefined,
  { known, headers }: ReturnType<typeof chooseVersion>,
) =>
  byAdmin(
    `POST /api/journey-admin/${key}/toggle-show`,
    (copy) => rules.showFind(copy, key, show, known),
    { headers, body: { show } },
  );

const deleteFind: MakeCall = (state, { a }) =>
  about(state.finds, a, removeFind);

export const removeFind = (key: number) =>
  byAdmin(`DELETE /api/journey-admin/${key}`, (copy, answer) =>
    rules.deleteFind(copy, key, trashKeyOf(answer)),
  );

/** One whose images are not all shown, because a restore has to bring back which are. */
const deleteMixedFind: MakeCall = (state, { a }) => {
  const mixed = state.finds.filter(({ images }) =>
    images.some(({ show }) => !show),
  );
  const find = choose(mixed, a);
  return find && removeFind(find.key);
};

const imagesOf = ({ finds }: State) => finds.flatMap(({ images }) => images);

const showImage: MakeCall = (state, { a, b }) =>
  about(imagesOf(state), a, (key) => {
    // Most are shown, so most are hidden.
    const show = choose([false, undefined, false, true], b);
    return byOtherAdmin(
      `POST /api/journey-admin/images/${key}/toggle-show`,
      (copy) => rules.showImage(copy, key, show),
      { body: { show } },
    );
  });

const describeImage: MakeCall = (state, { a, b, id }) =>
  about(imagesOf(state), a, (key) => {
    const description = choose([textOf("A wall.", id), "", undefined], b);
    return byAdmin(
      `PUT /api/journey-admin/images/${key}`,
      (copy) => rules.describeImage(copy, key, description),
      // Both empty it.
      {
        body: { description: description === "" && a % 2 ? null : description },
      },
    );
  });

const addImage: MakeCall = (state, { a, id }) =>
  about(state.finds, a, (key) => {
    const picture = id * 8;
    return byAdmin(
      `POST /api/journey-admin/${key}/images`,
      (copy, { body }) => {
        const image = body as Learned["images"][number];
        return rules.addImage(copy, key, asImage([picture])(image, 0));
      },
      // A find can't be shown until all its pictures can be seen.
      { makeForm: () => formOf({}, "image", [{ picture }]), waits: true },
    );
  });

const deleteImage: MakeCall = (state, { a }) =>
  about(imagesOf(state), a, (key) => {
    const find = state.finds.find(({ images }) =>
      images.some((image) => image.key === key && image.late),
    );
    return byAdmin(
      `DELETE /api/journey-admin/images/${key}`,
      (copy, answer) =>
        rules.deleteImage(
          copy,
          key,
          trashKeyOf(answer),
          answer.learned as rules.Learned,
        ),
      // Its original is an image of its own from then on.
      find && { learn: learnImages(find.key), waits: true },
    );
  });

/** How often each is made, and how. */
export const findCalls: [number, MakeCall][] = [
  [10, sendFind],
  [1, sendAgain],
  [8, saveFind],
  [5, showFind],
  [5, showStaleFind],
  [4, deleteFind],
  [3, deleteMixedFind],
  [5, showImage],
  [3, describeImage],
  [2, addImage],
  [3, deleteImage],
];
