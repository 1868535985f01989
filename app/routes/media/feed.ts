import { t } from "@lingui/core/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerFeed } from "#app/http/files/feed.server.ts";
import { orErrorPage, requireRock } from "#app/http/page.server.ts";
import {
  listFindsOfRock,
  listPublicFinds,
} from "#domain/finds/journeys.server.ts";

const FINDS = 30;
const FINDS_OF_ROCK = 100;

/** The finds of a rock, or of all. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  orErrorPage(() => {
    if (params.rockNumber === undefined)
      return answerFeed(request, (i18n, { site_name, memorial_name }) => ({
        path: "/feed.xml",
        page: "/track-the-rocks",
        title: site_name,
        subtitle: t(i18n)`Where ${memorial_name}'s rocks were found`,
        posts: listPublicFinds({ limit: FINDS }).items,
      }));
    const { rock_number: number } = requireRock(params.rockNumber);
    return answerFeed(request, (i18n, { memorial_name }) => ({
      path: `/rocks/${number}/feed.xml`,
      page: `/rocks/${number}`,
      title: t(i18n)`${memorial_name}'s Rock: ${number}`,
      subtitle: t(i18n)`Where rock ${number} was found`,
      posts: listFindsOfRock(number, { limit: FINDS_OF_ROCK }),
    }));
  });
