import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { MetaFunction } from "@remix-run/node";
import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { asRockNumber, keepQrRock } from "#app/components/visitor/qr-rock.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";

export const meta: MetaFunction = (args) =>
  pageMeta(args, (_site, i18n) => ({
    title: t(i18n)`You found a rock`,
    description: t(
      i18n,
    )`Its number brought you here. See who it is for, and where it has been.`,
    unlisted: true,
  }));

/**
 * The page that a rock's QR code opens. The browser remembers the number and goes on to the home page. A
 * browser without scripts stays here.
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
        {rockNumber ? (
          <Trans>You found rock {rockNumber}</Trans>
        ) : (
          <Trans>You found a rock</Trans>
        )}
      </h1>
      <p>
        <Link to="/">
          <Trans>See who it is for</Trans>
        </Link>
      </p>
      <p>
        <Link to={`/share-your-rock${rockNumber && `?r=${rockNumber}`}`}>
          <Trans>Share Your Rock</Trans>
        </Link>
      </p>
    </div>
  );
}

/** Remix's own fallback brings a script that the site's policy forbids. */
export const HydrateFallback = QrEntry;
