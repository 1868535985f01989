import { t } from "@lingui/core/macro";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { heroMeta } from "#app/components/site/home/hero.tsx";
import { HomePage } from "#app/components/site/home/home-page.tsx";
import { LaterGreeting } from "#app/components/site/home/later-greeting.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { useNonce } from "#app/http/nonce.ts";
import { readHome } from "#app/http/home.server.ts";

export const loader = ({ request }: LoaderFunctionArgs) => readHome(request);

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, ({ memorial_name }, i18n) => ({
    description: t(
      i18n,
    )`In memory of ${memorial_name}: painted rocks that travel the world, from hand to hand.`,
  })),
  ...(args.data ? heroMeta(args.data.hero) : []),
];

export default function Home() {
  return (
    <HomePage
      {...useLoaderData<typeof loader>()}
      greeting={<LaterGreeting nonce={useNonce()} />}
    />
  );
}
