import { sql } from "drizzle-orm";

/** A select list: the names of an answer's fields as columns of a table or its alias. */
export const columnsOf = (table: string, fields: object) =>
  sql.raw(
    Object.keys(fields)
      .map((name) => `${table}."${name}"`)
      .join(", "),
  );
