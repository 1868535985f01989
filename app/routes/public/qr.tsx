import { t } from "@lingui/core/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  KeptGreeting,
  RockGreeting,
} from "#app/components/site/home/greeting.tsx";
import { HomePage } from "#app/components/site/home/home-page.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { keepQrRock } from "#app/components/visitor/qr-rock.ts";
import { readHome } from "#app/http/home.server.ts";
import { asRockNumber } from "#core/limits.ts";
import { summarizeRock } from "#domain/finds/journeys.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const rockNumber = asRockNumber(new URL(request.url).searchParams.get("r"));
  return {
    ...(await readHome(request)),
    rockNumber,
    rock:
      rockNumber === ""
        ? undefined
        : summarizeRock({ rock_number: Number(rockNumber) }),
  };
}

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`You found a rock`,
  description: t(
    i18n,
  )`Its number brought you here. See who it is for, and where it has been.`,
  unlisted: true,
}));

/** The home page as a rock's QR code opens it, with the rock's greeting. */
export default function QrEntry() {
  const { rockNumber: given, rock, ...home } = useLoaderData<typeof loader>();
  const [rockNumber, setRockNumber] = useState(given);

  // Remembers the number and takes the home page's address, without drawing the page a second time. Without a
  // connection the page is one that was kept, and the address alone has the number.
  useEffect(() => {
    const inAddress = new URLSearchParams(window.location.search).get("r");
    const number = given || asRockNumber(inAddress);
    keepQrRock(number);
    setRockNumber(number);
    window.history.replaceState(window.history.state, "", "/");
  }, [given]);

  return (
    <HomePage
      {...home}
      scanned={rock?.rock_number}
      greeting={
        rock ? (
          <RockGreeting rock={rock} />
        ) : (
          rockNumber !== "" && <KeptGreeting rockNumber={Number(rockNumber)} />
        )
      }
    />
  );
}
