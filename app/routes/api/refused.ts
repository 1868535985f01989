import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderRefusal } from "#app/components/share/plain-answers.server.tsx";
import { orPage } from "#app/http/or-page.server.ts";

const UNDECODABLE = { error: "This address can't be decoded.", status: 400 };

const REFUSALS: Record<string, ResponseInit & { error: string }> = {
  origin: { error: "This was sent from another site.", status: 403 },
  method: {
    error: "That method is not known here.",
    status: 405,
    headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE" },
  },
  override: {
    error: "X-HTTP-Method-Override can be PUT, PATCH or DELETE.",
    status: 400,
  },
  address: { error: "There is no such address.", status: 404 },
  undecodable: UNDECODABLE,
  "undecodable-call": UNDECODABLE,
  host: { error: "The Host header can't be read.", status: 400 },
  size: { error: "That is too much to send at once.", status: 413 },
};

/** The preload sends requests here that it refuses, and nginx what is too large for it. No page links here. */
export const loader = orPage(
  ({ params }: LoaderFunctionArgs) => {
    const { error, ...init } =
      REFUSALS[params.reason ?? ""] ?? REFUSALS.address!;
    return Response.json({ error }, init);
  },
  [
    {
      method: "GET",
      path: /^\/refused\/undecodable$/,
      render: (_status, _body, asked) =>
        renderRefusal("400 Bad Request", asked),
    },
  ],
);
