import { asMetadata, PIECE } from "#tests/setup/calls/uploads/tus-calls.ts";
import { bytesOf, extensionOf } from "../pictures.ts";
import * as rules from "../rules/finds.ts";
import { byEverybody, type Call } from "./call.ts";
import { choose, finderKeyOf, type MakeCall } from "./pick.ts";

/** Originals that follow a smaller copy: before their find is shown, during the review, or later. */

const TUS = { "Tus-Resumable": "1.0.0" };

const announceOriginal: MakeCall = (state, { a, c, id }) => {
  const images = state.finds.flatMap((find) =>
    find.images.map((image) => ({ find, image })),
  );
  const copies = images.filter(({ image }) => image.isCopy);
  const one = choose(c % 9 === 0 || copies.length === 0 ? images : copies, a);
  if (!one) return undefined;
  const { uuid, key, finderKey } = one.find;
  const { name } = one.image;
  const picture = id * 8 + 2;
  const sent = c % 11 === 0 ? finderKeyOf(12_345) : finderKey;
  return byEverybody(
    "POST /api/uploads",
    (copy, { headers }) => {
      const path = headers.get("location") ?? "";
      const upload = { path, uuid, image: name, picture };
      return rules.announceOriginal(copy, upload, sent);
    },
    {
      says: `the original of ${name} of find ${key}`,
      async prepare() {
        const metadata = asMetadata({
          filename: `${picture}.${extensionOf(picture)}`,
          original_of: `${uuid}/${name}`,
          find_key: sent,
        });
        const { length } = await bytesOf(picture);
        const headers = { ...TUS, "Upload-Length": String(length) };
        return { headers: { ...headers, "Upload-Metadata": metadata } };
      },
    },
  );
};

/** Whether the copy is shown decides what becomes of it, so nothing else may be under way. */
const sendOriginal: MakeCall = (state, { a }): Call | undefined => {
  const upload = choose([...state.uploads].reverse(), a % 3);
  return (
    upload && {
      ...byEverybody("PATCH /api/uploads/…", (copy, { learned }) =>
        rules.completeOriginal(copy, upload, String(learned)),
      ),
      path: upload.path,
      says: `the original of ${upload.image}`,
      headers: { ...TUS, ...PIECE, "Upload-Offset": "0" },
      makeForm: () => bytesOf(upload.picture),
      async prepare({ site }) {
        await site.untilIdle();
        return {};
      },
      async learn(get) {
        const path = `/api/review?uuid=${upload.uuid}`;
        const [find] = (await get(path)) as {
          images: { name: string; original: { name: string } | null }[];
        }[];
        return find?.images.find(({ name }) => name === upload.image)?.original
          ?.name;
      },
      waits: true,
    }
  );
};

/** How often each is made, and how. */
export const originalCalls: [number, MakeCall][] = [
  [4, announceOriginal],
  [8, sendOriginal],
];
