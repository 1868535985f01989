import type { State } from "../rules/state.ts";
import * as rules from "../rules/trash.ts";
import { byAdmin, byOtherAdmin, formOf, type Call } from "./call.ts";
import { about, choose, type MakeCall } from "./pick.ts";

/** Calls of the trash, and calls that are refused whatever the site holds. */

const restore: MakeCall = (state, { a }) =>
  // The newest first, as people do who have just deleted something.
  about([...state.trash].reverse(), a, (key) => bringBack(state, key));

export const bringBack = ({ trash }: State, key: number) =>
  byAdmin(
    `POST /api/trash/${key}/restore`,
    (copy) => rules.restore(copy, key),
    { body: {}, says: trash.find((item) => item.key === key)?.kind },
  );

const deleteForGood: MakeCall = (state, { a }) => about(state.trash, a, purge);

export const purge = (key: number) =>
  byOtherAdmin(`DELETE /api/trash/${key}`, (copy) =>
    rules.deleteForGood(copy, key),
  );

const refused = (
  status: number,
  request: string,
  more: Partial<Call> = {},
): Call => {
  const [method, path] = request.split(" ") as [string, string];
  const apply: Call["apply"] = (state) => ({ state, status });
  return { who: "admin", method, path, apply, ...more };
};

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

const refusedFind = (status: number, makeForm: Call["makeForm"]) =>
  refused(status, "POST /api/upload-rock", { who: "everybody", makeForm });

async function albumFormWithText() {
  const form = await formOf({}, "files", [{ picture: 2 }]);
  form.append("files", new Blob(["No picture."]), "a.jpg");
  return form;
}

const badInput: MakeCall = (state, { a, b }) => {
  const key = choose(state.finds, b)?.key;
  const album = choose(state.albums, b);
  const calls = [
    refusedFind(400, findForm({ rockNumber: "1e3" }, 1)),
    refusedFind(400, findForm({ comment: " " }, 1)),
    refusedFind(400, findForm({ date: "2025-02-30" }, 1)),
    refusedFind(400, findForm({}, 0)),
    refusedFind(400, findForm({}, 6)),
    refusedFind(415, formWithText),
    refused(400, "POST /api/albums", { body: { name: "photos" } }),
    refused(400, "POST /api/users", { body: { display_name: " " } }),
    refused(400, "GET /api/rock-posts?before=x", { who: "everybody" }),
    refused(405, "DELETE /api/rock-posts", { who: "everybody" }),
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
          refused(400, `PUT /api/journey-admin/${key}`, { body }),
        )),
    ...(album === undefined
      ? []
      : [
          refused(400, `PATCH /api/albums/${album.key}/show`, {
            body: { show: "yes" },
          }),
          refused(415, `POST /api/albums/${album.name}/upload-images`, {
            makeForm: albumFormWithText,
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
export const asStranger = (call: Call): Call => ({
  ...call,
  learn: undefined,
  waits: false,
  who: "everybody",
  apply: (state) => ({ state, status: 401 }),
});

/** The same call from a page of another site. */
export const fromElsewhere = (call: Call): Call => ({
  ...call,
  learn: undefined,
  waits: false,
  says: "from another site's page",
  headers: { ...call.headers, Origin: "https://elsewhere.example" },
  apply: (state) => ({ state, status: 403 }),
});
