import type { Statement } from "better-sqlite3";
import { getDb, type Db } from "./client.server.ts";

/** A query that is compiled once for each connection, without Drizzle, because it runs for every picture. */
export function prepared<Row>(text: string) {
  const statements = new WeakMap<Db["$client"], Statement<unknown[], Row>>();
  return (...values: unknown[]): Row | undefined => {
    const { $client } = getDb();
    let statement = statements.get($client);
    if (!statement)
      statements.set(
        $client,
        (statement = $client.prepare<unknown[], Row>(text)),
      );
    return statement.get(...values);
  };
}
