/** Whether a list of entity tags (If-Match, If-None-Match) names this one. `*` names all. */
export function matchesEtag(header: string, etag: string) {
  return header.split(",").some((part) => {
    const tag = part.trim().replace(/^W\//, "");
    return tag === "*" || tag === etag;
  });
}

interface Versioned {
  version: string;
}

export const etagOf = ({ version }: Versioned) => `"${version}"`;

/** Reads the version that If-Match names. Returns a check for it, which passes everything without If-Match. */
export function readIfMatch(request: Request) {
  const known = request.headers.get("if-match");
  return (thing: Versioned) =>
    known === null || matchesEtag(known, etagOf(thing));
}
