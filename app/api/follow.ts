import * as v from "valibot";
import { admin, answers, everyone, follower } from "#app/http/calls/call.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import {
  FollowCounts,
  Confirmed,
  Follow,
  Removed,
  type StopPage,
} from "#domain/follow/answers.ts";
import {
  askToFollow,
  confirmFollow,
  countFollowers,
  readFollow,
  removeAddress,
  removeFollowersOf,
  removeFollowersOfNumber,
  stopFollowing,
} from "#domain/follow/followers.server.ts";
import {
  FollowForm,
  FollowRequest,
  RemoveRequest,
  StopRequest,
} from "#domain/follow/schemas.ts";
import { sendSoon } from "#domain/outbox.server.ts";

const ofMail = {
  key: v.pipe(v.optional(v.string(), ""), v.description("Of a mail.")),
};

/** Being told by mail when a rock moves on. The keys are sent in a header, so that no log holds them. */
export const follow = {
  ...everyone("POST /api/rocks/:rockNumber/follow", {
    summary:
      "Asks an address by mail whether it wants to be told when a rock moves on",
    takes: FollowRequest,
    plainForm: FollowForm,
    gives: answers({
      202: { description: "The same for every address, known or not." },
    }),
    run: ({ request, sender: { address }, params, body }) => {
      const language = languageOf(request);
      askToFollow(params.rockNumber, body, { address, language });
      sendSoon();
      return new Response(null, { status: 202 });
    },
  }),
  ...follower("GET /api/follow", {
    summary: "What an address follows",
    gives: Follow,
    run: ({ scope: key }) => readFollow(key),
  }),
  ...follower("POST /api/follow/confirm", {
    summary: "Confirms that an address wants to be told",
    gives: Confirmed,
    run: ({ scope: key }) => confirmFollow(key),
  }),
  ...follower("POST /api/follow/stop", {
    summary: "Stops the mails about a rock, or about every rock",
    says: "They have stopped, now or before.",
    takes: StopRequest,
    run: ({ scope: key, body }) => stopFollowing(key, body),
  }),
  // Opening a link changes nothing. Only mail programs post to it.
  ...everyone("GET /api/follow/one-click", {
    summary: "Leads to the page where the mails can be stopped",
    query: ofMail,
    gives: answers({
      200: {
        description: "The page for a browser, its address for others.",
        types: ["text/html", "application/json"],
      },
    }),
    run: ({ query }) => {
      const key = /^[\w-]{22}$/.exec(query.key)?.[0] ?? "";
      const found: StopPage = { page: `/follow#${key}` };
      return Response.json(found, {
        headers: {
          "Cache-Control": "no-store",
          "Referrer-Policy": "no-referrer",
        },
      });
    },
  }),
  ...everyone("POST /api/follow/one-click", {
    summary:
      "Stops the mails about a rock, as mail programs ask for it (RFC 8058)",
    says: "They have stopped, now or before.",
    query: ofMail,
    takes: { self: { bytes: "application/x-www-form-urlencoded" } },
    run: ({ query }) => stopFollowing(query.key),
  }),
  ...admin("DELETE /api/rocks/:rcKey/followers", {
    summary: "Removes everybody who follows a rock",
    run: ({ params }) => removeFollowersOf(params.rcKey),
  }),
  ...admin("DELETE /api/followers/rocks/:rockNumber", {
    summary: "Removes everybody who follows a rock, in the catalogue or not",
    run: ({ params }) => removeFollowersOfNumber(params.rockNumber),
  }),
  ...admin("GET /api/followers", {
    summary: "How many follow, and what came of the mails to them",
    gives: FollowCounts,
    run: () => countFollowers(),
  }),
  ...admin("POST /api/followers/remove", {
    summary: "Removes one address from all rocks that it follows",
    takes: RemoveRequest,
    gives: Removed,
    run: ({ body }) => ({ removed: removeAddress(body.email) }),
  }),
};
