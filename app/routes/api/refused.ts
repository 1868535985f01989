import type { LoaderFunctionArgs } from "@remix-run/node";

const REFUSALS: Record<string, ResponseInit & { error: string }> = {
  origin: { error: "This was sent from another site.", status: 403 },
  method: {
    error: "That method is not known here.",
    status: 405,
    headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE" },
  },
  address: { error: "There is no such address.", status: 404 },
  host: { error: "The Host header can't be read.", status: 400 },
};

/** The preload sends requests here that it refuses. No page links here. */
export function loader({ params }: LoaderFunctionArgs) {
  const { error, ...init } = REFUSALS[params.reason ?? ""] ?? REFUSALS.address!;
  return Response.json({ error }, init);
}
