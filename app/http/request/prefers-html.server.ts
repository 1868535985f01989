import Negotiator from "negotiator";

/** Whether a client asks for a page rather than for data. One that takes anything gets data. */
export function prefersHtml({ headers }: Request) {
  const accept = headers.get("accept") ?? undefined;
  const preferred = new Negotiator({ headers: { accept } }).mediaType([
    "application/json",
    "text/html",
  ]);
  return preferred === "text/html";
}
