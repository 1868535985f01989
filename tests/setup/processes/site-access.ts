import { existsSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { findFields, findForm } from "../calls/site-calls.ts";
import { filesBelow } from "../files.ts";
import { until } from "../until.ts";

/** Where a site answers, who its admin is, and where its data are. */
export interface SitePlace {
  /** Without a slash at its end. */
  baseURL: string;
  adminUsername: string;
  adminPassword: string;
  databasePath: string;
  mediaDir: string;
}

/** What a site answers to a find that it takes. */
interface Receipt {
  uuid: string;
  images: string[];
}

type Value = string | number | null;

/** What tests ask of a site and do to it: requests, rows and files. */
export function accessTo(place: SitePlace) {
  const { baseURL, databasePath, mediaDir } = place;
  let database: Database.Database | undefined;
  let session: { cookie: string; idHash: string } | undefined;

  /** One connection, open until the process ends. */
  const open = () => (database ??= new Database(databasePath));

  /** Returns whether the session still exists. It may load a page again, within the next 10 seconds. */
  function renewSession() {
    const now = Date.now();
    const renewed = access.alterWith(
      `UPDATE admin_sessions SET seen_at = ?, confirmed_at = ?, document_until = ?, document_request = NULL
       WHERE id_hash = ?`,
      ...[now, now, now + 10_000, session!.idHash],
    );
    return renewed.changes === 1;
  }

  const access = {
    fetch: (address: string, init?: RequestInit) =>
      fetch(baseURL + address, init),

    /** Sends a request such as `PUT /api/users/7`. A body that isn't a form is sent as JSON. */
    send(request: string, body?: unknown, headers?: Record<string, string>) {
      const [method, address] = request.split(/ (.*)/s) as [string, string];
      const isJson = body !== undefined && !(body instanceof FormData);
      return access.fetch(address, {
        method,
        headers: {
          ...headers,
          ...(isJson && { "Content-Type": "application/json" }),
        },
        body: isJson ? JSON.stringify(body) : body,
      });
    },

    /** Signs in through the API. Returns the cookie. */
    async signIn(password = place.adminPassword) {
      const answer = await access.fetch("/login", {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ username: place.adminUsername, password }),
      });
      if (answer.status !== 302)
        throw new Error(`sign-in answered ${answer.status}`);
      return answer.headers.get("set-cookie")!.split(";")[0]!;
    },

    /**
     * Returns the cookie of a session that the tests of the site share, and makes the session as good as new. They
     * sign in once, because hashing the password takes longer than most tests use the site for.
     */
    async shareSession() {
      if (session && renewSession()) return session.cookie;
      const cookie = await access.signIn();
      const [idHash] = access.column(
        "SELECT id_hash FROM admin_sessions ORDER BY created_at DESC LIMIT 1",
      );
      session = { cookie, idHash: idHash! };
      renewSession();
      return cookie;
    },

    /** Sends a find as the upload page does, with these fixtures as images. */
    sendFind: async (
      fields: Record<string, string> = findFields,
      images = ["progressive.jpg"],
      headers: Record<string, string> = {},
    ) =>
      access.fetch("/api/upload-rock", {
        method: "POST",
        headers,
        body: await findForm(fields, images),
      }),

    /** The same, of a find that must be taken. Returns its receipt. */
    async addFind(
      fields?: Record<string, string>,
      images?: string[],
      headers?: Record<string, string>,
    ): Promise<Receipt> {
      const answer = await access.sendFind(fields, images, headers);
      if (!answer.ok) throw new Error(`a find was answered ${answer.status}`);
      return (await answer.json()) as Receipt;
    },

    /** Reads the database directly. */
    query: <T>(sql: string): T[] => open().prepare<[], T>(sql).all(),

    /** The first column of a query's rows. */
    column: <T = string>(sql: string) =>
      open().prepare<[], T>(sql).pluck().all() as T[],

    /** The names of all tables but those of SQLite and of the updates. */
    tables: () =>
      access.column(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY name",
      ),

    /** How many rows there are of a table. `what` may say more: `rocks WHERE ready`. */
    count: (what: string): number =>
      access.column<number>(`SELECT count(*) FROM ${what}`)[0]!,

    /** Changes the database directly. */
    alter: (sql: string) => void open().exec(sql),

    /** Changes the database directly. `sql` has a `?` for each value. */
    alterWith: (sql: string, ...values: Value[]) =>
      open()
        .prepare(sql)
        .run(...values),

    /** Adds a row to a table, with those columns that have a value. Returns its key. */
    insert(table: string, row: Record<string, Value | undefined>) {
      const given = Object.entries(row).filter(
        (column): column is [string, Value] => column[1] !== undefined,
      );
      const names = given.map(([name]) => `"${name}"`);
      const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`;
      const values = given.map(([, value]) => value);
      return Number(access.alterWith(sql, ...values).lastInsertRowid);
    },

    /** Changes the database directly: all that `work` does, or nothing. */
    change: <T>(work: () => T) => open().transaction(work).immediate(),

    /** Closes this process's connection to the database, for tests in which nobody may use it. */
    letGo() {
      database?.close();
      database = undefined;
    },

    inStore: (...parts: string[]) => path.join(mediaDir, ...parts),

    /** Waits until no job is left to do. A job's temporary folder may be removed a moment later. */
    untilIdle: () =>
      until(
        () => access.count("jobs WHERE state IN ('queued', 'running')") === 0,
      ),

    /** Waits until no job is left to do, and no temporary file is in the store. */
    async untilTidy() {
      await access.untilIdle();
      const folder = access.inStore("tmp");
      await until(() => !existsSync(folder) || filesBelow(folder).length === 0);
    },

    /** What `/healthz` says, with its status. */
    async health() {
      const answer = await access.fetch("/healthz");
      const { status: said, ...parts } = (await answer.json()) as Record<
        "status" | "database" | "media" | "queue",
        string
      >;
      return { ...parts, said, status: answer.status };
    },

    /** Waits until `/healthz` answers 200. */
    untilHealthy: () => until(async () => (await access.fetch("/healthz")).ok),
  };
  return access;
}
