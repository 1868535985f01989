import { t } from "@lingui/core/macro";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HomePage } from "#app/components/site/home/home-page.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { useNonce } from "#app/http/nonce.ts";
import { readHome } from "#app/http/home.server.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { useQrRock } from "#app/components/visitor/qr-rock.ts";

export const loader = ({ request }: LoaderFunctionArgs) => readHome(request);

export const meta: MetaFunction = (args) =>
  pageMeta(args, ({ memorial_name }, i18n) => ({
    description: t(
      i18n,
    )`In memory of ${memorial_name}: painted rocks that travel the world, from hand to hand.`,
  }));

export default function Home() {
  return (
    <HomePage
      {...useLoaderData<typeof loader>()}
      greeting={<LaterGreeting nonce={useNonce()} />}
    />
  );
}

const load = () => import("#app/components/site/home/greeting.tsx");

const LEAVE_ROOM = `try{if(sessionStorage.rock_num_qr)document.currentScript.parentNode.style.minBlockSize=JSON.parse(sessionStorage.greeting).room+"px"}catch{}`;

/** The greeting of a rock whose code was scanned earlier. Leaves room for it, so that nothing moves when it is drawn. */
function LaterGreeting({ nonce }: { nonce: string }) {
  const kept = useQrRock();
  const { part } = useLoaded(kept ? load : undefined);
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: LEAVE_ROOM }}
      />
      {part && <part.KeptGreeting rockNumber={Number(kept)} />}
    </>
  );
}
