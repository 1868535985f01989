import { applyRule } from "../rules/outcome.ts";
import type { State } from "../rules/state.ts";
import * as rules from "../rules/trash.ts";
import { formOf, type Call } from "./call.ts";
import { choose, chooseKey, type MakeCall } from "./pick.ts";

/** Calls of the trash, and calls that are refused whatever the site holds. */

const restore: MakeCall = (state, { a }) => {
  // The newest first, as people do who have just deleted something.
  const key = chooseKey([...state.trash].reverse(), a);
  return key === undefined ? undefined : bringBack(state, key);
};

export const bringBack = ({ trash }: State, key: number): Call => ({
  says: `restore ${trash.find((item) => item.key === key)?.kind ?? "what isn't there"} from the trash`,
  who: "admin",
  method: "POST",
  path: `/api/trash/${key}/restore`,
  body: {},
  apply: (state) => applyRule(state, (copy) => rules.restore(copy, key)),
});

const deleteForGood: MakeCall = (state, { a }) => {
  const key = chooseKey(state.trash, a);
  return key === undefined ? undefined : purge(key);
};

export const purge = (key: number): Call => ({
  says: `delete what has the key ${key} in the trash for good`,
  who: "other admin",
  method: "DELETE",
  path: `/api/trash/${key}`,
  apply: (state) => applyRule(state, (copy) => rules.deleteForGood(copy, key)),
});

const refused = (
  status: number,
  call: Pick<Call, "method" | "path"> & Partial<Call>,
): Call => ({
  says: `is refused with ${status}`,
  who: "admin",
  apply: (state) => ({ state, status }),
  ...call,
});

const find = {
  rock_number: 7,
  location: "Harbour",
  comment: "There it lay.",
  date: "2026-05-17",
};

const findForm = (more: Record<string, string>, pictures: number) => () =>
  formOf(
    { rockNumber: "7", location: "Harbour", comment: "There it lay.", ...more },
    "images",
    Array.from({ length: pictures }, (_, picture) => ({ picture })),
  );

async function formWithText() {
  const form = await findForm({}, 0)();
  form.append("images", new Blob(["This is no picture."]), "beach.jpg");
  return form;
}

const upload = {
  who: "everybody",
  method: "POST",
  path: "/api/upload-rock",
} as const;

const badInput: MakeCall = (state, { a, b }) => {
  const key = choose(state.finds, b)?.key;
  const album = choose(state.albums, b)?.key;
  const calls = [
    refused(400, { ...upload, makeForm: findForm({ rockNumber: "1e3" }, 1) }),
    refused(400, { ...upload, makeForm: findForm({ comment: " " }, 1) }),
    refused(400, { ...upload, makeForm: findForm({ date: "2025-02-30" }, 1) }),
    refused(400, { ...upload, makeForm: findForm({}, 0) }),
    refused(400, { ...upload, makeForm: findForm({}, 6) }),
    refused(415, { ...upload, makeForm: formWithText }),
    refused(400, {
      method: "POST",
      path: "/api/albums",
      body: { name: "photos" },
    }),
    refused(400, {
      method: "POST",
      path: "/api/users",
      body: { display_name: " " },
    }),
    refused(400, {
      who: "everybody",
      method: "GET",
      path: "/api/rock-posts?before=x",
    }),
    refused(405, {
      who: "everybody",
      method: "DELETE",
      path: "/api/rock-posts",
    }),
    ...(key === undefined
      ? []
      : [
          { ...find, latitude: 90.1, longitude: 0 },
          { ...find, latitude: 1 },
          { ...find, coordinates: "here, there" },
          { ...find, rock_number: 100_001 },
          { ...find, date: "2026-02-30" },
          { ...find, precision: 5 },
        ].map((body) =>
          refused(400, {
            method: "PUT",
            path: `/api/journey-admin/${key}`,
            body,
          }),
        )),
    ...(album === undefined
      ? []
      : [
          refused(400, {
            method: "PATCH",
            path: `/api/albums/${album}/show`,
            body: { show: "yes" },
          }),
          refused(415, {
            method: "POST",
            path: `/api/albums/${choose(state.albums, b)!.name}/upload-images`,
            makeForm: async () => {
              const form = await formOf({}, "files", [{ picture: 2 }]);
              form.append("files", new Blob(["No picture."]), "a.jpg");
              return form;
            },
          }),
        ]),
  ];
  return choose(calls, a);
};

/** How often each is made, and how. */
export const otherCalls: [number, MakeCall][] = [
  [10, restore],
  [3, deleteForGood],
  [3, badInput],
];

/** The same call of the admin by somebody who isn't signed in. */
export const asStranger = ({ learn: _, waits: __, ...call }: Call): Call => ({
  ...call,
  says: `${call.says}, without a session`,
  who: "everybody",
  apply: (state) => ({ state, status: 401 }),
});

/** The same call from a page of another site. */
export const fromElsewhere = ({
  learn: _,
  waits: __,
  ...call
}: Call): Call => ({
  ...call,
  says: `${call.says}, from another site's page`,
  headers: { ...call.headers, Origin: "https://elsewhere.example" },
  apply: (state) => ({ state, status: 403 }),
});
