import { beforeEach, expect, test } from "vitest";
import type { Blur } from "#core/blurs.ts";
import type { FinderFind, OwnFind } from "#domain/finds/answers.ts";
import {
  asFinder,
  historyOf,
  imagesOf,
  newFind,
  readAsFinder,
  readFind,
  showFind,
} from "#tests/setup/calls/find-calls.ts";
import { bearer } from "#tests/setup/calls/review-calls.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const FACE: Blur = [0.25, 0.25, 0.5, 0.5];
const OTHER_FACE: Blur = [0, 0, 0.1, 0.1];

let uuid: string;
beforeEach(async () => {
  ({ uuid } = await newFind(ownFields, ["plain.png", "greyscale.jpg"]));
});

async function read() {
  const answer = await readAsFinder({ uuid });
  const { find } = (await answer.json()) as OwnFind;
  expect(answer.headers.get("etag")).toBe(`"${find!.version}"`);
  return find!;
}

const correct = (
  change: object,
  version?: string,
  more: Record<string, string> = {},
) =>
  call<FinderFind & { error: string }>(`PUT /api/finds/${uuid}`, change, {
    ...bearer(FIND_KEY),
    ...(version && { "If-Match": `"${version}"` }),
    ...more,
  });

/** What somebody hides in the first picture, as the family does. */
async function hideAsAdmin(blurs: Blur[]) {
  const [image] = await imagesOf(await readFind(uuid));
  await call(`PUT /api/journey-admin/images/${image!.rpi_key}`, { blurs });
}

test("a correction that was made in an older version is refused, also by the page's own form, and takes nothing back", async () => {
  const { version, images } = await read();
  const [{ name }] = images as [FinderFind["images"][number]];
  await hideAsAdmin([FACE]);
  const now = await read();
  const change = { images: [{ name, blurs: [OTHER_FACE] }] };
  const refused = await correct(change, version, { "Content-Language": "de" });
  expect(refused.status).toBe(409);
  expect(refused.body.error).toContain("inzwischen");
  const fields = { intent: "correct", blurs: JSON.stringify([[], []]) };
  const asForm = await asFinder({ uuid }, fields, {
    "If-Match": `"${version}"`,
  });
  expect(asForm.status).toBe(409);
  expect(await read()).toEqual({
    ...now,
    images: expect.anything() as unknown,
  });
  expect((await read()).images[0]!.blurs).toEqual([FACE]);

  const saved = await correct(change, now.version);
  expect(saved.status).toBe(200);
  expect(saved.etag).toBe(`"${(await read()).version}"`);
  expect((await correct({ name: "Ann" }, now.version)).status).toBe(409);
});

test("a correction changes what it names and nothing else, also the last one without a version", async () => {
  const { images } = await read();
  await hideAsAdmin([FACE]);
  const [first, second] = images.map(({ name }) => name);
  const described = [{ name: second, description: "A gull" }];
  await correct({ location: "Crail", images: described });
  await correct({ images: [{ name: first, description: "A stone" }] });
  expect(await read()).toMatchObject({
    location: "Crail",
    comment: ownFields.comment,
    images: [
      { description: "A stone", blurs: [FACE] },
      { description: "A gull", blurs: [] },
    ],
  });
  await correct({ images: [{ name: first, blurs: null }] });
  expect((await read()).images[0]).toMatchObject({ blurs: [] });
  const gone = await correct({ images: [{ name: "gone", blurs: [FACE] }] });
  expect([gone.status, gone.body]).toMatchObject([409, { fields: {} }]);
  expect(await historyOf(await readFind(uuid))).toHaveLength(5);
});

test("neither a decision nor a picture that is made anew makes what a finder has read stale", async () => {
  const { version } = await read();
  await showFind(await readFind(uuid));
  expect((await correct({ name: "Ann" }, version)).status).toBe(200);
  expect(await read()).toMatchObject({ name: "Ann", show: false });
});

test("a find is corrected and deleted by its own key alone", async () => {
  for (const key of ["", "f".repeat(32)]) {
    const { status } = await correct({ name: "Ann" }, undefined, bearer(key));
    expect(status).toBe(404);
    const deleted = await call(
      `DELETE /api/finds/${uuid}`,
      undefined,
      bearer(key),
    );
    expect(deleted.status).toBe(404);
  }
  const own = bearer(FIND_KEY);
  expect((await call(`DELETE /api/finds/${uuid}`, undefined, own)).status).toBe(
    204,
  );
  expect(site.count(`rock_posts WHERE uuid = '${uuid}'`)).toBe(0);
});
