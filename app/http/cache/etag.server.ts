/** Whether a header of entity tags (If-Match, If-None-Match) names this one; `*` names all. */
export function namesEtag(header: string, etag: string) {
  return header.split(",").some((part) => {
    const tag = part.trim().replace(/^W\//, "");
    return tag === "*" || tag === etag;
  });
}

interface Versioned {
  version: string;
}

const etagOf = ({ version }: Versioned) => `"${version}"`;

/** For a change: whether the thing is still the one that the sender has seen; always, without If-Match. */
export function currentFor(request: Request) {
  const known = request.headers.get("if-match");
  return (thing: Versioned) =>
    known === null || namesEtag(known, etagOf(thing));
}

/** Answers with a thing and its version. */
export const withEtag = (thing: Versioned, status = 200) =>
  Response.json(thing, { status, headers: { ETag: etagOf(thing) } });
