import { t } from "@lingui/core/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HomePage } from "#app/components/site/home/home-page.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { readHome } from "#app/http/home.server.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { useQrRock } from "#app/components/visitor/qr-rock.ts";

export const loader = ({ request }: LoaderFunctionArgs) => readHome(request);

export const meta = pageMeta(({ memorial_name }, i18n) => ({
  description: t(
    i18n,
  )`In memory of ${memorial_name}: painted rocks that travel the world, from hand to hand.`,
}));

const loadGreeting = () => import("#app/components/site/home/greeting.tsx");

export default function Home() {
  const rockNumber = useQrRock();
  const { part } = useLoaded(rockNumber ? loadGreeting : undefined);
  return (
    <HomePage
      {...useLoaderData<typeof loader>()}
      greeting={part && <part.KeptGreeting rockNumber={Number(rockNumber)} />}
    />
  );
}
