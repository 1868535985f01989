import { t } from "@lingui/core/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerFeed } from "#app/http/files/feed.server.ts";
import { listPublicFinds } from "#domain/finds/journeys.server.ts";

const FINDS = 30;

export const loader = ({ request }: LoaderFunctionArgs) =>
  answerFeed(request, (i18n, { site_name, memorial_name }) => ({
    path: "/feed.xml",
    page: "/track-the-rocks",
    title: site_name,
    subtitle: t(i18n)`Where ${memorial_name}'s rocks were found`,
    posts: listPublicFinds({ limit: FINDS }).items,
  }));
