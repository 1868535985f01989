import { t } from "@lingui/core/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerFeed } from "#app/http/files/feed.server.ts";
import { orErrorPage, requireRock } from "#app/http/page.server.ts";
import { listFindsOfRock } from "#domain/finds/journeys.server.ts";

const FINDS = 100;

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  orErrorPage(() => {
    const { rock_number: number } = requireRock(params.rockNumber);
    return answerFeed(request, (i18n, { memorial_name }) => ({
      path: `/rocks/${number}/feed.xml`,
      page: `/rocks/${number}`,
      title: t(i18n)`${memorial_name}'s Rock: ${number}`,
      subtitle: t(i18n)`Where rock ${number} was found`,
      posts: listFindsOfRock(number, { limit: FINDS }),
    }));
  });
