/** The database's own wait, for what may not know the database. */
export { untilFree as untilWritable } from "#db/write.server.ts";
