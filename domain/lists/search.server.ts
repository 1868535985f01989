import { sql, type SQL } from "drizzle-orm";
import { foldText } from "#core/fold.ts";

/** SQLite nests one AND for each condition, 1,000 at most. */
const CONDITIONS_MAX = 8;

/** The words of a search as they are compared: each once, the longest first, without those that another contains. */
export const wordsOfSearch = (q: string): string[] =>
  [...new Set(foldText(q).split(/\s+/))]
    .filter((word) => word !== "")
    .sort((a, b) => b.length - a.length)
    .reduce<string[]>(
      (words, word) =>
        words.some((longer) => longer.includes(word))
          ? words
          : [...words, word],
      [],
    );

/**
 * The condition that each word of a search occurs. A search without words matches everything.
 * @param occurs the condition for one word; `text` is the word itself, if it is known
 */
export function eachWord(q: string, occurs: (word: SQL, text?: string) => SQL) {
  const words = wordsOfSearch(q);
  const conditions = words
    .slice(0, CONDITIONS_MAX)
    .map((word) => occurs(sql`${word}`, word));
  const more = words.slice(CONDITIONS_MAX);
  if (more.length > 0)
    conditions.push(
      sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(more)}) WHERE NOT ${occurs(sql`value`)})`,
    );
  return all(...conditions);
}

export const contains = (text: SQL, word: SQL) => sql`instr(${text}, ${word})`;

const isGiven = (condition: SQL | undefined) => condition !== undefined;

/** All of these conditions, without those that are absent; true if none is left. */
export const all = (...conditions: (SQL | undefined)[]) =>
  sql.join([...conditions.filter(isGiven), sql`1`], sql` AND `);

/** One of these conditions, without those that are absent. */
export const any = (...conditions: (SQL | undefined)[]) =>
  sql`(${sql.join(conditions.filter(isGiven), sql` OR `)})`;
