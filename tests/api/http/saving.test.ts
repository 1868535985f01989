import { expect, describe, test } from "vitest";
import { calls } from "#app/api/calls.ts";
import { freeName, newAlbum } from "#tests/setup/calls/album-calls.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { bearer } from "#tests/setup/calls/review-calls.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { addPost, addRock } from "#tests/setup/calls/rocks.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
let rocks = 0;

type Thing = Record<string, unknown>;

interface Case {
  make: () => Promise<string> | string;
  isForm?: true;
  headers?: Record<string, string>;
  changes: Thing;
  /** What null and "" leave of the members that may be empty. */
  emptied?: Thing;
  /** Members of the answer that follow from others. */
  derived?: string[];
}

/** Every PUT that saves members. Those that are left out take a code or a picture, which is all of them. */
const cases: Record<string, Case> = {
  "PUT /api/journey-admin/:rpsKey": {
    make: () => {
      const key = addPost(site, {
        location: "Wall",
        name: "Ida",
        email: "ida@example.org",
        show: false,
        at: [1, 2],
        precision: 1000,
      });
      return `/api/journey-admin/${key}`;
    },
    changes: {
      rock_number: 8,
      location: "Pier",
      comment: "Found it.",
      name: "Bo",
      email: "bo@example.org",
      date: "2026-01-02T03:04:05Z",
      show: true,
      coordinates: "3, 4",
      latitude: undefined,
      longitude: undefined,
      precision: 0,
      no_place: undefined,
    },
    emptied: { name: "", email: "" },
    derived: ["public_latitude", "public_longitude", "rock_number_qr"],
  },
  "PUT /api/finds/:uuid": {
    make: async () => {
      const fields = { ...ownFields, name: "Ida", email: "ida@example.org" };
      const { uuid } = await site.addFind(fields);
      await site.untilIdle();
      return `/api/finds/${uuid}`;
    },
    headers: bearer(FIND_KEY),
    changes: {
      rock_number: 8,
      location: "Pier",
      comment: "Found it.",
      date: "2026-01-02",
      name: "Bo",
      email: "bo@example.org",
      images: undefined,
    },
    emptied: { name: "", email: "" },
    derived: ["images"],
  },
  "PUT /api/rocks/:rcKey": {
    make: () => {
      addRock(site, ++rocks, "From the sill.");
      return `/api/rocks/${rocks}`;
    },
    isForm: true,
    changes: { rock_number: undefined, artist_keys: "[1]", comment: "Blue." },
  },
  "PUT /api/users/:raKey": {
    make: async () => {
      const { body } = await call("POST /api/users", {
        display_name: `Bo ${Math.random()}`,
        relation: "Uncle",
        dob: "1980-01-02",
      });
      return `/api/users/${body.ra_key}`;
    },
    changes: { display_name: "Cy", relation: "Aunt", dob: "1970-01-02" },
    emptied: { relation: "", dob: null },
  },
  "PUT /api/albums/:paKey": {
    make: async () =>
      `/api/albums/${(await newAlbum({ display_name: "Sea", desc: "Salt" })).pa_key}`,
    changes: { display_name: "Lake", desc: "Sweet", show: true },
    emptied: { display_name: "", desc: "" },
  },
  "PUT /api/albums/photos/:pKey": {
    make: async () => {
      const { photos } = await addAlbum(site, {
        name: freeName(),
        photos: [{}],
      });
      const path = `/api/albums/photos/${photos[0]}`;
      await call(`PUT ${path}`, {
        display_name: "Sea",
        desc: "Salt",
        date: "2020-01-02",
      });
      return path;
    },
    changes: {
      display_name: "Lake",
      desc: "Sweet",
      show: false,
      date: "2021-01-02",
    },
    emptied: { display_name: "", desc: "", date: null },
  },
  "PUT /api/site-texts": {
    make: async () => {
      await call("PUT /api/site-texts", {
        sudc: null,
        on_this_day: null,
        memorial_dates: "2010 – 2019",
        hero_subtitle: "For Wren.",
        social_url: "https://example.org/group",
      });
      return "/api/site-texts";
    },
    changes: {
      site_name: "Stones",
      memorial_name: "Wren",
      memorial_dates: "2011",
      contact_email: "a@example.org",
      social_url: "https://example.org/other",
      donate_url: "https://example.org/give",
      hero_title: "Stones of Wren",
      hero_subtitle: "For her.",
      story: "Once.",
      sudc: "What it is.",
      on_this_day: true,
    },
    derived: ["hero_title", "story", "sudc"],
    emptied: { memorial_dates: "", hero_subtitle: "", social_url: "" },
  },
  "PUT /api/site/translations/:lang": {
    make: async () => {
      const path = "/api/site/translations/de";
      await call(`PUT ${path}`, { story: "Es war einmal.", sudc: null });
      return path;
    },
    changes: {
      site_name: "Steine",
      memorial_name: "Wren, auf Deutsch",
      memorial_dates: "2011 bis 2019",
      hero_title: "Wrens Steine",
      hero_subtitle: "Für sie.",
      story: "Einmal.",
      sudc: "Was das ist.",
    },
    derived: ["missing"],
  },
};

/** Members that are named otherwise in the answer. */
const SHOWN_AS: Record<string, string[]> = {
  coordinates: ["latitude", "longitude"],
  artist_keys: ["artists"],
};

/** They have no members, or only one; those of the settings are tried in tests/api/settings. */
const WITHOUT_MEMBERS = [
  "PUT /api/account/password",
  "PUT /api/account/second-factor",
  "PUT /api/journey-admin/images/:rpiKey",
  "PUT /api/review/:uuid/images/:imageName",
  "PUT /api/settings",
  "PUT /api/site-pictures/:name",
];

test("every PUT of the description is tried here, with every member", async () => {
  type Put = { requestBody: { content: object } };
  const answer = await site.fetch("/api/openapi.json");
  const { paths } = (await answer.json()) as {
    paths: Record<string, { put?: Put }>;
  };
  const puts = Object.entries(paths).flatMap(([path, { put }]) => {
    const name = `PUT ${path.replace(/\{(\w+)\}/g, ":$1")}`;
    if (!put || WITHOUT_MEMBERS.includes(name)) return [];
    const [{ schema }] = Object.values(put.requestBody.content) as [
      { schema: { properties: Thing } },
    ];
    const { image: _image, ...members } = schema.properties;
    return [[name, Object.keys(members).sort()]];
  });
  expect(puts).toEqual(
    Object.keys(calls)
      .filter((name) => name in cases)
      .map((name) => [name, Object.keys(cases[name]!.changes).sort()]),
  );
});

describe.each(Object.entries(cases))("%s", (_name, one) => {
  const { make, isForm, headers: own, changes } = one;
  const { emptied = {}, derived = [] } = one;

  function save(path: string, members: Thing, etag?: string | null) {
    const form = new FormData();
    for (const [name, value] of Object.entries(members))
      form.set(name, value as string);
    const headers = { cookie, ...own, ...(etag ? { "If-Match": etag } : {}) };
    return call<Thing>(`PUT ${path}`, isForm ? form : members, headers);
  }
  async function put(path: string, members: Thing): Promise<Thing> {
    const saved = await save(path, members);
    expect([saved.status, saved.body]).toEqual([200, saved.body]);
    const { version: _version, ...thing } = saved.body;
    return thing;
  }
  const without = (thing: Thing, names: string[]) =>
    Object.fromEntries(
      Object.entries(thing).filter(([name]) => !names.includes(name)),
    );

  test("leaves every member that is absent as it is", async () => {
    const path = await make();
    const before = await put(path, {});
    let now = before;
    for (const [member, value] of Object.entries(changes)) {
      if (value === undefined) continue;
      const after = await put(path, { [member]: value });
      const follows = [...(SHOWN_AS[member] ?? [member]), ...derived];
      expect(without(after, follows), member).toEqual(without(now, follows));
      expect(after, member).not.toEqual(now);
      now = after;
    }
  });

  test("empties by null and by a blank text what may be empty", async () => {
    const path = await make();
    const before = await put(path, {});
    for (const [member, empty] of Object.entries(emptied))
      for (const value of [null, ""]) {
        expect(before[member]).not.toEqual(empty);
        const after = await put(path, { [member]: value });
        expect(after).toEqual({ ...before, [member]: empty });
        await put(path, { [member]: before[member] });
      }
  });

  test("answers with its version; an outdated one gets 409 and changes nothing, and without one the last wins", async () => {
    const path = await make();
    const [one, other] = Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .slice(-2)
      .map(([name, value]) => ({ [name]: value })) as [Thing, Thing];
    const { etag } = await save(path, {});
    const saved = await save(path, one, etag);
    expect(saved.status).toBe(200);
    expect(saved.etag).not.toBe(etag);
    expect(saved.etag).toBe(`"${String(saved.body.version)}"`);
    expect(await save(path, other, etag)).toMatchObject({
      status: 409,
      body: { error: expect.any(String) },
    });
    expect((await save(path, {})).body).toEqual(saved.body);
    await put(path, other);
    expect((await save(path, other, saved.etag)).status).toBe(409);
  });
});
