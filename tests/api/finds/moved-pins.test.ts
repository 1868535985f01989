import { expect, test } from "vitest";
import { addPosts, addRocks, emptyRocks } from "#tests/setup/calls/rocks.ts";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

test.each([
  [5, 7],
  [7, 5],
  [5, 0],
  [0, 7],
])(
  "a shown find with coordinates moves from rock %i to %i, and pins and counts follow",
  async (from, to) => {
    addRocks(site, [[5], [7]]);
    const [uuid] = await addPosts(site, [
      { rock: from, date: "2026-05-17", at: [51.5, -0.1] },
      { rock: from, date: "2026-04-01", at: [48.8, 2.3] },
      { rock: to, date: "2026-03-01", at: [40.4, -3.7] },
    ]);
    const [{ rps_key }] = site.query<{ rps_key: number }>(
      `SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}'`,
    ) as [{ rps_key: number }];
    const answer = await site.fetch(`/api/journey-admin/${rps_key}`, {
      method: "PUT",
      headers: { cookie, "Content-Type": "application/json" },
      body: JSON.stringify({
        rock_number: to,
        location: "London",
        date: "2026-05-17",
        comment: "Found.",
        show: true,
        latitude: 51.5,
        longitude: -0.1,
      }),
    });
    expect(answer.status).toBe(200);
    const pins = (await (
      await site.fetch("/api/rock-posts/locations/all")
    ).json()) as { rock_number: number; latitude: number }[];
    const expected = [
      { rock_number: from, latitude: 48.8 },
      { rock_number: to, latitude: 51.5 },
      ...(to === 0 ? [{ rock_number: 0, latitude: 40.4 }] : []),
    ];
    expect(pins).toHaveLength(expected.length);
    for (const pin of expected)
      expect(pins).toContainEqual(expect.objectContaining(pin));
    const count = (number: number) =>
      site.query<{ shown_posts: number }>(
        `SELECT shown_posts FROM rocks WHERE rock_number = ${number}`,
      )[0]?.shown_posts;
    if (from > 0) expect(count(from)).toBe(1);
    if (to > 0) expect(count(to)).toBe(2);
    emptyRocks(site);
  },
);
