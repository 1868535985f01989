import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "#bench/generate/random.mjs";
import { addReviewKey } from "#tests/setup/calls/review-calls.ts";
import { ownFields } from "#tests/setup/calls/site-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { chooseSeeds } from "#tests/setup/seeds.ts";
import {
  PEOPLE,
  type Content,
  type Page,
  type Person,
  type Save,
  type Stage,
} from "./people.ts";

/**
 * Two tabs of the admin, two reviews and two tabs of a finder have one find open, and change texts and hidden parts in
 * an order that a seed decides, some of them at once. Nobody's change may be overwritten by somebody who hasn't seen it.
 */

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite({
    env: { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" },
  });
  cookie = await site.signIn();
});
afterAll(() => site.stop());

type Random = ReturnType<typeof createRandom>;

/** A finder may correct a find twenty times a day. */
const STEPS = 40;
const PICTURES = ["plain.png", "greyscale.jpg"];

async function addFind(): Promise<Stage> {
  const { uuid } = await site.addFind(ownFields, PICTURES);
  await site.untilIdle();
  const [rps_key] = site.column(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}'`,
  ) as [number];
  const reviewKey = addReviewKey(site, [rps_key]);
  return { site, cookie, uuid, rps_key, reviewKey };
}

/** What the find holds, by the names of `Content`. */
function readContent({ rps_key }: Stage): Content {
  const [find] = site.query<Content>(
    `SELECT location, comment, name FROM rock_posts WHERE rps_key = ${rps_key}`,
  );
  const images = site.query<Content>(
    `SELECT description, blurs FROM rock_post_images WHERE rps_key = ${rps_key} ORDER BY rpi_key`,
  );
  return Object.fromEntries([
    ...Object.entries(find!),
    ...images.flatMap(({ description, blurs }, index) => [
      [`description ${index}`, description!],
      [`blurs ${index}`, blurs!],
    ]),
  ]) as Content;
}

/** No two are alike, so that it is known whose is there. */
const newValue = (field: string, step: number, random: Random) =>
  field.startsWith("blurs")
    ? JSON.stringify(
        Array.from({ length: random.below(3) }, (_, n) => [
          (step + 1) / 100,
          n / 10,
          0.1,
          0.1,
        ]),
      )
    : `${field} of step ${step}`;

interface Attempt {
  person: Person;
  page: Page;
  save: Save;
}

async function send(stage: Stage, { person, save }: Attempt) {
  const { status } = await site.fetch(save.address, {
    method: "PUT",
    headers: {
      ...person.headers(stage),
      "Content-Type": "application/json",
      "If-Match": `"${save.version}"`,
    },
    body: JSON.stringify(save.body),
  });
  if (![200, 409].includes(status))
    throw new Error(`${person.name} was answered ${status}`);
  return status === 200;
}

const counts = { saved: 0, refused: 0 };

async function play(seed: number) {
  const random = createRandom(seed);
  const stage = await addFind();
  const pages = new Map<Person, Page>();
  for (let step = 0; step < STEPS; step += 2) {
    const people = [random.pick(PEOPLE), random.pick(PEOPLE)].slice(
      0,
      random.below(3) === 0 ? 2 : 1,
    );
    const attempts: Attempt[] = [];
    for (const [index, person] of people.entries()) {
      const page = pages.get(person) ?? (await person.open(stage));
      pages.set(person, page);
      const field = random.pick(page.fields);
      const value = newValue(field, step + index, random);
      attempts.push({ person, page, save: page.save(field, value) });
    }
    const before = readContent(stage);
    const saved = await Promise.all(
      attempts.map((attempt) => send(stage, attempt)),
    );
    const after = readContent(stage);
    const expected = { ...before };
    const done = attempts.filter((_, index) => saved[index]);
    for (const { person, page, save } of done)
      for (const [field, value] of Object.entries(save.writes)) {
        // What was there is what this person had seen.
        const overwritten = { seed, step, by: person.name, field };
        expect({ ...overwritten, was: expected[field] }).toEqual({
          ...overwritten,
          was: page.seen[field],
        });
        expected[field] = value;
      }
    expect({ seed, step, content: after }).toEqual({
      ...{ seed, step },
      content: expected,
    });
    for (const [index, { person }] of attempts.entries()) {
      counts[saved[index] ? "saved" : "refused"]++;
      // A page shows what is there after a save, refused or not.
      pages.set(person, await person.open(stage));
    }
  }
}

test.each(chooseSeeds("EDITS_SEEDS", { short: "1-2", long: "1-50" }))(
  "nothing is overwritten unseen by whoever else has the same find open (seed %i)",
  play,
);

test("some of these saves were taken, and some refused", () => {
  expect(counts.saved).toBeGreaterThan(10);
  expect(counts.refused).toBeGreaterThan(2);
});
