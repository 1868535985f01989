import type { LoaderFunctionArgs } from "@remix-run/node";

const refusals: Record<string, ResponseInit & { error: string }> = {
  origin: { error: "This was sent from another site.", status: 403 },
  method: {
    error: "That method is not known here.",
    status: 405,
    headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE" },
  },
  address: { error: "There is no such address.", status: 404 },
  host: { error: "The Host header can't be read.", status: 400 },
};

/** Where the preload sends what it refuses: no page ever links here. */
export function loader({ params }: LoaderFunctionArgs) {
  const { error, ...init } = refusals[params.reason ?? ""] ?? refusals.address!;
  return Response.json({ error }, init);
}
