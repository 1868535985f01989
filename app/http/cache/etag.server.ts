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

const etagOf = ({ version }: Versioned) => `"${version}"`;

/** Reads which version a change is meant for. Gives a check for it, which passes everything without If-Match. */
export function readIfMatch(request: Request) {
  const known = request.headers.get("if-match");
  return (thing: Versioned) =>
    known === null || matchesEtag(known, etagOf(thing));
}

/** A thing as JSON, with its version as its ETag. */
export const withEtag = (thing: Versioned, status = 200) =>
  Response.json(thing, { status, headers: { ETag: etagOf(thing) } });

/** Whether a thing is shown, with the version that it has now as its ETag, so that it can be saved next. */
export const shownWithEtag = (thing: Versioned & { show: boolean }) =>
  Response.json({ show: thing.show }, { headers: { ETag: etagOf(thing) } });
