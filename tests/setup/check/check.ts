import {
  checkOriginals,
  withSite,
} from "#domain/check/check-originals.server.ts";

/** Checks this process's own data. Returns what is wrong, as the command says it, and the rest of the result. */
export async function check(options?: Parameters<typeof checkOriginals>[1]) {
  const {
    wrong,
    broken: _broken,
    unlisted,
    ...rest
  } = await withSite((db) => checkOriginals(db, options));
  return {
    ...rest,
    found: [
      ...wrong.map(({ kind, place }) => `${kind}  ${place}`),
      ...unlisted.map((file) => `not listed  ${file}`),
    ].sort(),
  };
}
