import type { MetaFunction } from "@remix-run/node";
import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { asRockNumber, keepQrRock } from "#app/components/visitor/qr-rock.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";

export const meta: MetaFunction = (args) =>
  pageMeta(args, () => ({
    title: "You found a rock",
    description:
      "Its number brought you here. See who it is for, and where it has been.",
    unlisted: true,
  }));

/**
 * Where a rock's QR code leads. The browser alone keeps the number, and goes on to the home page; one
 * without scripts stays here.
 */
export default function QrEntry() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const rockNumber = asRockNumber(search.get("r"));

  useEffect(() => {
    if (rockNumber) keepQrRock(rockNumber);
    navigate("/", { replace: true });
  }, [navigate, rockNumber]);

  return (
    <div className="prose">
      <h1>
        {rockNumber ? `You found rock ${rockNumber}` : "You found a rock"}
      </h1>
      <p>
        <Link to="/">See who it is for</Link>
      </p>
      <p>
        <Link to={`/share-your-rock${rockNumber && `?r=${rockNumber}`}`}>
          Share Your Rock
        </Link>
      </p>
    </div>
  );
}

/** Remix's own would bring a script that the site's policy does not let run. */
export const HydrateFallback = QrEntry;
