import { expect, test } from "vitest";
import { getDb, stopWritingSite } from "#db/client.server.ts";
import { users } from "#db/schema.ts";
import { write } from "#db/write.server.ts";

test("whoever writes to a database that is damaged is refused by SQLite itself", () => {
  const add = (display_name: string) =>
    write((tx) => tx.insert(users).values({ display_name }).run());
  expect(add("Mika").changes).toBe(1);
  stopWritingSite("*** in database main ***\nTree 5 page 5: free space");
  expect(() => add("Noor")).toThrow("readonly");
  expect(
    getDb()
      .select()
      .from(users)
      .all()
      .map(({ display_name }) => display_name),
  ).not.toContain("Noor");
});
