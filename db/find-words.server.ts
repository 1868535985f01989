import type { Database } from "better-sqlite3";
import { codeOf } from "#core/error-code.ts";

/** SQL of what a row of `find_words` holds. @param find alias of `rock_posts` */
export const wordsOfFind = (find: string) =>
  `fold(${["rock_number", "location", "name", "comment"].map((column) => `${find}.${column}`).join(" || char(10) || ")})`;
export const emailOfFind = (find: string) => `fold(${find}.email)`;

/**
 * Has this connection fold what finds are searched by. The database's own triggers only empty `find_words`, because a
 * program that doesn't know `fold` may write it too. A search folds by itself what is still empty.
 */
export function keepFindWords(client: Database) {
  for (const event of ["INSERT", "UPDATE OF words"])
    client.exec(`
      CREATE TEMP TRIGGER find_words_${event.slice(0, 6)} AFTER ${event} ON main.find_words WHEN new.words IS NULL
      BEGIN ${fill("rps_key = new.rps_key")}; END`);
  try {
    client.exec(fill("words IS NULL"));
  } catch (error) {
    // The site starts on a full disk too, and where another process writes.
    if (!/^SQLITE_(BUSY|FULL|READONLY|IOERR)/.test(codeOf(error))) throw error;
  }
}

const fill = (which: string) => `
  UPDATE find_words SET (words, email) = (
    SELECT ${wordsOfFind("p")}, ${emailOfFind("p")} FROM rock_posts p WHERE p.rps_key = find_words.rps_key) WHERE ${which}`;
