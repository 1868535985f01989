/** Whether a list of entity tags (If-Match, If-None-Match) names this one. `*` names all. */
export function matchesEtag(header: string, etag: string) {
  return header.split(",").some((part) => {
    const tag = part.trim().replace(/^W\//, "");
    return tag === "*" || tag === etag;
  });
}

export const etagOf = ({ version }: { version: string }) => `"${version}"`;

/** Returns a check for the version that If-Match names, which passes everything without If-Match. */
export function readIfMatch(request: Request) {
  const known = request.headers.get("if-match");
  return (thing: { version: string }) =>
    known === null || matchesEtag(known, etagOf(thing));
}
