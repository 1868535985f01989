import type { Blur } from "#core/blurs.ts";
import type {
  AdminFind,
  FindImage,
  FinderFind,
  OwnFind,
} from "#domain/finds/answers.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import { FIND_KEY } from "#tests/setup/calls/site-calls.ts";
import type { Site } from "#tests/setup/processes/site.ts";

/** People who have the same find open, each as it was when they read it. */

/** What several people may change, by names such as `location` and `blurs 1`. */
export type Content = Record<string, string>;

/** One find on the site. */
export interface Stage {
  site: Site;
  cookie: string;
  /** Of a daily mail. */
  reviewKey: string;
  uuid: string;
  rps_key: number;
}

export interface Save {
  address: string;
  body: object;
  version: string;
  /** All that the save overwrites, with what it writes. */
  writes: Content;
}

/** A page that somebody has open. */
export interface Page {
  seen: Content;
  /** What can be changed in it. */
  fields: string[];
  save: (field: string, value: string) => Save;
}

export interface Person {
  name: string;
  headers: (stage: Stage) => Record<string, string>;
  open: (stage: Stage) => Promise<Page>;
}

export const TEXTS = ["location", "comment", "name"] as const;
const textsOf = (find: Pick<AdminFind, (typeof TEXTS)[number]>): Content =>
  Object.fromEntries(TEXTS.map((name) => [name, find[name]]));

interface Picture {
  description: string;
  blurs: Blur[];
}
const picturesOf = (images: Picture[]): Content =>
  Object.fromEntries(
    images.flatMap(({ description, blurs }, index) => [
      [`description ${index}`, description],
      [`blurs ${index}`, JSON.stringify(blurs)],
    ]),
  );

/** The part of a field's name behind the blank: which picture it is about; undefined for a text of the find. */
function partOf(field: string) {
  const [what = "", picture] = field.split(" ");
  return { what, picture: picture === undefined ? undefined : Number(picture) };
}

const changeOf = (what: string, value: string) => ({
  [what]: what === "blurs" ? (JSON.parse(value) as Blur[]) : value,
});

const byAdmin = ({ cookie }: Stage) => ({ cookie });
const byMail = ({ reviewKey }: Stage) => ({
  Authorization: `Bearer ${reviewKey}`,
});
const byFinder = () => ({ Authorization: `Bearer ${FIND_KEY}` });

async function read<T>(
  { site }: Stage,
  address: string,
  headers: Record<string, string>,
) {
  const answer = await site.fetch(address, { headers });
  if (answer.status !== 200)
    throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** The dialog of Journey sends all texts of the find, and each picture by itself. */
async function openDialog(stage: Stage): Promise<Page> {
  const { uuid, rps_key } = stage;
  const headers = byAdmin(stage);
  const [find] = await read<[AdminFind]>(
    stage,
    `/api/journey-admin?uuid=${uuid}`,
    headers,
  );
  const images = await read<FindImage[]>(
    stage,
    `/api/journey-admin/${rps_key}/images`,
    headers,
  );
  const seen = { ...textsOf(find), ...picturesOf(images) };
  return {
    seen,
    fields: Object.keys(seen),
    save(field, value) {
      const { what, picture } = partOf(field);
      const image = picture === undefined ? undefined : images[picture]!;
      if (image)
        return {
          address: `/api/journey-admin/images/${image.rpi_key}`,
          body: changeOf(what, value),
          version: image.version,
          writes: { [field]: value },
        };
      const body = { ...textsOf(find), [field]: value };
      return {
        address: `/api/journey-admin/${rps_key}`,
        ...{ body, version: find.version, writes: body },
      };
    },
  };
}

async function openReview(stage: Stage, headers: Record<string, string>) {
  const [find] = await read<[ReviewFind]>(
    stage,
    `/api/review?uuid=${stage.uuid}`,
    headers,
  );
  const seen = { ...textsOf(find), ...picturesOf(find.images) };
  return {
    seen,
    fields: Object.keys(seen).filter((field) => field.startsWith("blurs")),
    save(field: string, value: string) {
      const { what, picture } = partOf(field);
      return {
        address: `/api/review/${stage.uuid}/images/${find.images[picture!]!.name}`,
        body: changeOf(what, value),
        version: find.version,
        writes: { [field]: value },
      };
    },
  };
}

/** Sends what was changed, and no more. */
async function openFinderPage(stage: Stage): Promise<Page> {
  const address = `/api/finds/${stage.uuid}`;
  const own = await read<OwnFind>(stage, address, byFinder());
  const find: FinderFind = own.find!;
  const seen = { ...textsOf(find), ...picturesOf(find.images) };
  return {
    seen,
    fields: Object.keys(seen),
    save(field, value) {
      const { what, picture } = partOf(field);
      const change = changeOf(what, value);
      const body =
        picture === undefined
          ? change
          : { images: [{ name: find.images[picture]!.name, ...change }] };
      return {
        ...{ address, body, version: find.version },
        writes: { [field]: value },
      };
    },
  };
}

export const PEOPLE: Person[] = [
  { name: "one tab of the admin", headers: byAdmin, open: openDialog },
  { name: "another tab of the admin", headers: byAdmin, open: openDialog },
  {
    name: "the admin's review",
    headers: byAdmin,
    open: (stage) => openReview(stage, byAdmin(stage)),
  },
  {
    name: "the review of a mail",
    headers: byMail,
    open: (stage) => openReview(stage, byMail(stage)),
  },
  { name: "the finder", headers: byFinder, open: openFinderPage },
  { name: "the finder's second tab", headers: byFinder, open: openFinderPage },
];
