import type { IncomingMessage } from "node:http";
import { createCookie, redirect } from "@remix-run/node";
import {
  isConfirmed,
  isSessionAlive,
  signedOut,
  takeSignInDocument,
  touchSession,
} from "#domain/account/sessions.server.ts";
import type { Sender } from "#domain/account/security-events.server.ts";
import { notConfirmed, PENDING_MS } from "#domain/account/sign-in.server.ts";
import {
  clientAddress,
  prefersHtml,
  REQUEST_ID_HEADER,
} from "./request/headers.ts";
import { siteSecret } from "#domain/site/site-texts.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { hasAdminCookie } from "./cache/cacheable-paths.server.ts";
import { noteEvent } from "./request/log.server.ts";

const isSecure = (request: Request) =>
  getSettings().PUBLIC_URL.startsWith("https:") ||
  (getSettings().TRUST_PROXY &&
    request.headers.get("x-forwarded-proto") === "https");

const NAMES = ["__Host-admin", "admin"] as const;

export const sessionCookieName = (request: Request) =>
  NAMES[isSecure(request) ? 0 : 1];

/** @param more ends the cookie's name: a sign-in that waits for its code has a second cookie */
function cookieFor(
  request: Request,
  more = "",
  name = sessionCookieName(request),
) {
  return createCookie(name + more, {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure: isSecure(request),
    secrets: [siteSecret("session")],
  });
}

/** By either name, because a session goes on when PUBLIC_URL changes from http to https or back. */
async function readId(request: Request, more = "") {
  const cookies = request.headers.get("cookie");
  for (const name of [sessionCookieName(request), ...NAMES]) {
    const id: unknown = await cookieFor(request, more, name).parse(cookies);
    if (typeof id === "string") return id;
  }
  return undefined;
}

/** The session id in a request's cookie, whether or not the session is still alive. */
export const readSessionId = (request: Request) => readId(request);

/** For a request that Remix has not seen yet. It doesn't count as one of the session's. */
export async function hasSession({ headers }: IncomingMessage) {
  const { cookie, "x-forwarded-proto": protocol } = headers;
  if (!cookie || !hasAdminCookie(cookie)) return false;
  const id = await readSessionId(
    new Request("http://localhost", {
      headers: {
        cookie,
        ...(protocol && { "x-forwarded-proto": String(protocol) }),
      },
    }),
  );
  return id !== undefined && isSessionAlive(id);
}

export const sessionCookie = (request: Request, id: string) =>
  cookieFor(request).serialize(id);
export const emptySessionCookie = (request: Request) =>
  cookieFor(request).serialize("", { maxAge: 0 });

const PENDING = "-code";
/** The id of a sign-in that waits for its code, whether or not it still does. */
export const readPendingId = (request: Request) => readId(request, PENDING);
export const pendingCookie = (request: Request, id: string) =>
  cookieFor(request, PENDING).serialize(id, { maxAge: PENDING_MS / 1000 });
export const emptyPendingCookie = (request: Request) =>
  cookieFor(request, PENDING).serialize("", { maxAge: 0 });

export const senderOf = (request: Request): Sender => ({
  address: clientAddress(request),
  userAgent: request.headers.get("user-agent") ?? "",
});

export async function isAdmin(request: Request): Promise<boolean> {
  const id = await readSessionId(request);
  return id !== undefined && touchSession(id);
}

/** @returns the session's id @throws {DomainError} unauthorized */
export async function requireAdmin(request: Request) {
  const id = await readSessionId(request);
  if (id === undefined || !touchSession(id)) throw signedOut();
  return id;
}

/** @returns the session's id @throws {DomainError} unauthorized; forbidden unless the password was entered lately */
export async function requireConfirmed(request: Request) {
  const id = await requireAdmin(request);
  if (!isConfirmed(id)) throw notConfirmed();
  return id;
}

/**
 * Guards an admin page. A document request (a reload, a typed address, a link from elsewhere) is redirected to
 * the sign-in page, except for the one document that a sign-in without JavaScript leads to. The session goes on
 * because other admin tabs may be open, which only the browser knows. If none is, the sign-in page ends it.
 * @throws {Response} a redirect to /login
 */
export async function requireAdminPage(request: Request) {
  const id = await readSessionId(request);
  if (id === undefined || !touchSession(id)) {
    noteEvent(request, { event: "refused" });
    throw redirect("/login");
  }
  if (!prefersHtml(request) || getSettings().ADMIN_SESSION_SURVIVES_RELOAD)
    return;
  // A browser that prefetches must not open the sign-in page.
  if (request.headers.has("sec-purpose"))
    throw new Response(null, { status: 503 });
  if (takeSignInDocument(id, request.headers.get(REQUEST_ID_HEADER) ?? ""))
    return;
  throw redirect("/login");
}
