import { isAdminSide } from "#app/pages.ts";
import type { Access, AnyCall, Calls } from "./call.ts";

interface Found {
  /** The calls of this path, by method. */
  methods: Record<string, AnyCall>;
  params: Record<string, string>;
}

/** Returns a search for the calls of an address. Of two paths that match, the one with fewer parameters is meant. */
export function prepareSearch(calls: Calls) {
  const byPath = new Map<string, Record<string, AnyCall>>();
  for (const [name, declared] of Object.entries(calls)) {
    const [method = "", path = ""] = name.split(" ");
    byPath.set(path, { ...byPath.get(path), [method]: declared });
  }
  const paramsIn = (parts: string[]) =>
    parts.filter((part) => part.startsWith(":")).length;
  const paths = [...byPath]
    .map(([path, methods]) => ({ pattern: path.split("/"), methods }))
    .sort((a, b) => paramsIn(a.pattern) - paramsIn(b.pattern));

  return (pathname: string): Found | undefined => {
    const parts = readParts(pathname);
    for (const { pattern, methods } of paths) {
      const params = matchParts(pattern, parts);
      if (params) return { methods, params };
    }
    return undefined;
  };
}

/** The parts of a path, without the empty one after a slash at its end. Empty if one of them can't be decoded. */
function readParts(pathname: string) {
  try {
    const parts = pathname.split("/").map(decodeURIComponent);
    return parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  } catch {
    return [];
  }
}

/** The parameters of a path that matches; undefined if it doesn't. Small and capital letters count as the same. */
function matchParts(pattern: string[], parts: string[]) {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const given = parts[index]!;
    if (part.startsWith(":") && given !== "") params[part.slice(1)] = given;
    else if (part !== given.toLowerCase()) return undefined;
  }
  return params;
}

const OF_VISITORS: Access[] = ["everyone", "follower"];

/** Whether a request is for those who run the site. A method that the path doesn't take is, if all calls of the path are. */
export function isOfOwners(
  pathname: string,
  method: string,
  found: Found | undefined,
) {
  if (!found) return isAdminSide(pathname);
  const named = found.methods[method === "HEAD" ? "GET" : method];
  const meant = named ? [named] : Object.values(found.methods);
  return meant.every(({ access }) => !OF_VISITORS.includes(access));
}
