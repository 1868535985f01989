import { beforeAll, describe, expect, test } from "vitest";
import { type Rock } from "#domain/rocks/answers.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";
import { addArtists, artists, newRock } from "#tests/setup/calls/rock-calls.ts";

setUpSite();
beforeAll(addArtists);

describe("GET /api/rocks", () => {
  beforeAll(() => {
    site.alter(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
       INSERT INTO rocks (rock_number, comment, original_file, ready, create_dt)
       SELECT 50000 + i, CASE i % 3 WHEN 0 THEN '' ELSE 'comment ' || (i * 7 % 50) END, 'a.jpg', 1,
              '2025-01-01T00:00:' || printf('%02d', i % 60) || '.000Z' FROM n;
       INSERT INTO rock_artists (rc_key, ra_key)
       SELECT rc_key, ${artists[0]} + rock_number % 2 FROM rocks WHERE rock_number > 50000 AND rock_number % 3 = 0`);
  });

  const pagesOf = async (sort: string) => {
    const rocks: Rock[] = [];
    let path = `/api/rocks?limit=100&sort=${sort}`;
    for (;;) {
      const { body, headers } = await call<Rock[]>(`GET ${path}`);
      rocks.push(...body);
      const [, next] = /<([^>]+)>; rel="next"/.exec(
        headers.get("link") ?? "",
      ) ?? [undefined, undefined];
      if (!next) return rocks;
      path = next;
    }
  };
  const shown: Record<string, (rock: Rock) => string | number> = {
    rock_number: (rock) => rock.rock_number,
    artists: (rock) =>
      (
        rock.artists.map((artist) => artist.display_name).join(", ") ||
        "UNKNOWN"
      ).toLowerCase(),
    comment: (rock) => rock.comment.toLowerCase(),
    create_dt: (rock) => rock.create_dt,
  };

  test.each(Object.keys(shown).flatMap((field) => [field, `-${field}`]))(
    "sorted by %s gives every rock once, page by page",
    async (sort) => {
      const rocks = await pagesOf(sort);
      const { n } = site.query<{ n: number }>(
        "SELECT count(*) AS n FROM rocks",
      )[0]!;
      expect(new Set(rocks.map(({ rc_key }) => rc_key)).size).toBe(n);
      expect(rocks).toHaveLength(n);
      const values = rocks.map(shown[sort.replace("-", "")]!);
      const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sort.startsWith("-") ? sorted.reverse() : sorted);
    },
  );

  test("without a limit it is the whole catalogue, as a bare array", async () => {
    const { body } = await call("GET /api/rocks");
    expect(body).toHaveLength(250);
  });

  test("the artists' order follows a renamed and a deleted artist", async () => {
    const { body: user } = await call("POST /api/users", {
      display_name: "Zed",
    });
    const rock = await newRock({ artist_keys: [user.ra_key] });
    const namesOf = async () =>
      (await call("GET /api/rock-posts/allrocks")).body.find(
        ({ rock_number }) => rock_number === rock.rock_number,
      )!.artists;
    expect(await namesOf()).toBe("Zed");
    await call(`PUT /api/users/${user.ra_key}`, { display_name: "Zoe" });
    expect(await namesOf()).toBe("Zoe");
    await call(`DELETE /api/users/${user.ra_key}`);
    expect(await namesOf()).toBe("UNKNOWN");
  });
});
