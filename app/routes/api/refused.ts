import { msg } from "@lingui/core/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { calls } from "#app/api/calls.ts";
import { renderRefusal } from "#app/components/share/plain-answers.server.tsx";
import { refuse } from "#app/http/api.server.ts";
import {
  isOfOwners,
  prepareSearch,
} from "#app/http/calls/find-calls.server.ts";
import { orPage } from "#app/http/or-page.server.ts";
import { REFUSED_HEADER } from "#app/http/request/headers.ts";
import { answerInEnglish } from "#app/http/request/language.server.ts";
import type { Said } from "#core/languages/say.ts";

const UNDECODABLE = { error: msg`This address can't be decoded.`, status: 400 };

const REFUSALS: Record<string, ResponseInit & { error: Said }> = {
  origin: { error: msg`This was sent from another site.`, status: 403 },
  method: {
    error: msg`That method is not known here.`,
    status: 405,
    headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE" },
  },
  // Only programs send this header.
  override: {
    error: "X-HTTP-Method-Override can be PUT, PATCH or DELETE.",
    status: 400,
  },
  address: { error: msg`There is no such address.`, status: 404 },
  undecodable: UNDECODABLE,
  "undecodable-call": UNDECODABLE,
  host: { error: msg`The Host header can't be read.`, status: 400 },
  size: { error: msg`That is too much to send at once.`, status: 413 },
};

const search = prepareSearch(calls);

/** The preload sends requests here that it refuses, and nginx what is too large for it. No page links here. */
export const loader = orPage(
  ({ request, params }: LoaderFunctionArgs) => {
    const { error, ...init } =
      REFUSALS[params.reason ?? ""] ?? REFUSALS.address!;
    const [method = "", address = ""] =
      request.headers.get(REFUSED_HEADER)?.split(" ") ?? [];
    const [path = ""] = address.split("?", 1);
    if (isOfOwners(path, method, search(path))) answerInEnglish(request);
    return refuse(request, error, init);
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
