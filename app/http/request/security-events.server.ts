import { log } from "#domain/core/log.server.ts";
import { remember } from "#domain/core/remember.server.ts";
import { requestId } from "./headers.ts";

/**
 * What the log says of a request that concerns the site's safety, on a line of its own beside the request's.
 * docs/operating.md lists the events. None of them holds what somebody typed.
 */
export type SecurityEvent =
  | { event: "sign-in" | "sign-in failed" | "sign-out" | "refused" }
  | { event: "limit reached"; limit?: string; scope?: string }
  | { event: "upload refused" };

const byStatus: Record<number, SecurityEvent> = {
  401: { event: "refused" },
  403: { event: "refused" },
  415: { event: "upload refused" },
  429: { event: "limit reached" },
};

const ORDINARY = new Set(["sign-in", "sign-out"]);

/** By request id: loaders note them, the preload logs them. */
const noted = remember(
  "security events",
  () => new Map<string, SecurityEvent>(),
);

/** Says what a request was. The last word on a request counts, and is logged once it is answered. */
export function noteEvent(request: Request, event: SecurityEvent) {
  const id = requestId(request);
  if (id !== undefined) noted.set(id, event);
}

/** Logs what was noted of a request, or what its status says by itself. */
export function logEvent(asked: {
  id: string;
  address: string;
  method: string;
  path: string;
  status: number;
}) {
  const found = noted.get(asked.id) ?? byStatus[asked.status];
  noted.delete(asked.id);
  if (!found) return;
  const { event, ...fields } = found;
  const write = ORDINARY.has(event) ? log.info : log.warn;
  write(event, { ...asked, ...fields });
}
