import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useState, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { YourFinds } from "#app/components/finds/your-finds.tsx";
import { YOUR_FINDS } from "#app/components/visitor/share-addresses.ts";
import { PlainForm } from "#app/components/share/form/plain-form.tsx";
import { RequestRockPopup } from "#app/components/share/request-rock-popup.tsx";
import { UploadDialog } from "#app/components/share/upload-dialog.tsx";
import { useFindDraft } from "#app/components/share/queue/use-find-draft.ts";
import {
  Hero,
  heroAddresses,
  heroMeta,
} from "#app/components/site/home/hero.tsx";
import { asRockNumber, useQrRock } from "#app/components/visitor/qr-rock.ts";
import { SocialLink } from "#app/components/site/social-link.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import { languageOf } from "#app/http/request/language.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { mailServer } from "#domain/mail/send-mail.server.ts";
import { versionOfPicture } from "#domain/site/site-pictures.server.ts";
import { issueFormTime, siteNames } from "#domain/site/site-texts.server.ts";
import "./share-your-rock.css";

export function loader({ request }: LoaderFunctionArgs) {
  const { TILE_URL, TILE_ATTRIBUTION, MODERATION, UPLOAD_MAX_MB } =
    getSettings();
  return {
    site: siteNames(languageOf(request)),
    formTime: issueFormTime(),
    imageMbMax: UPLOAD_MAX_MB,
    isModerated: MODERATION === "on",
    canFollow: mailServer() !== undefined,
    tiles: { url: TILE_URL, attribution: TILE_ATTRIBUTION },
    hero: {
      picture: "rock_bkg" as const,
      version: versionOfPicture("rock_bkg"),
    },
  };
}

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, () => ({
    title: "Share Your Rock",
    description: "You found a painted rock? Tell us where it is now.",
  })),
  ...(args.data ? heroMeta(args.data.hero) : []),
];

/** Makes the form open without a signal after the first visit. Browsers have no service worker on plain HTTP. */
function keepPageAtHand() {
  navigator.serviceWorker
    ?.register("/sw.js", { scope: "/share-your-rock" })
    .catch(() => {});
}

type Popup = "upload" | "request";

export default function ShareYourRock() {
  const { site, formTime, hero, imageMbMax, isModerated, canFollow, tiles } =
    useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const qrRock = useQrRock();
  const qrRockNumber = asRockNumber(search.get("r")) || qrRock;
  const draft = useFindDraft({ qrRockNumber, imageMbMax });
  const [popup, setPopup] = useState<Popup>();
  const close = () => setPopup(undefined);
  const location = useLocation();
  useEffect(keepPageAtHand, []);
  useEffect(() => {
    if (location.hash !== "#upload") return;
    setPopup("upload");
    // A reload, or Back to this page, does not open it again.
    window.history.replaceState(
      window.history.state,
      "",
      location.pathname + location.search,
    );
  }, [location]);

  function openUpload(event: MouseEvent) {
    event.preventDefault();
    setPopup("upload");
  }

  const email = (
    <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a>
  );
  return (
    <>
      <Hero {...heroAddresses(hero)} className="share-hero">
        <h1>Share Your Rock</h1>
      </Hero>

      <div className="share stack">
        <section aria-labelledby="share-heading">
          <h2 id="share-heading">{site.memorial_name}’s Rocks</h2>
          <p className="share-do">
            <Button aria-haspopup="dialog" onClick={openUpload}>
              <Pebble motif="ladybird" size={34} />
              Upload Your Rock
            </Button>
          </p>
          <noscript>
            <PlainForm rockNumber={qrRockNumber} />
          </noscript>
          <p className="share-lead">
            {site.memorial_name} gave his best stones away. The one you found is
            painted in his memory, and it is on its way somewhere. You can take
            it a little further.
          </p>
        </section>

        <YourFinds
          email={site.contact_email}
          onEdit={(find) => {
            draft.openQueuedFind(find);
            setPopup("upload");
          }}
        />

        <section aria-labelledby="share-steps">
          <h2 id="share-steps">What to do with it</h2>
          <ol className="share-steps stack">
            <li>
              <b>Take it somewhere new</b>
              <p>
                Around the corner or across an ocean. A place where somebody
                will come by, and where it is safe to stop.
              </p>
            </li>
            <li>
              <b>Photograph it there</b>
              <p>
                In its new place, before you leave it. Up to five pictures, with
                the view if there is one.
              </p>
            </li>
            <li>
              <b>Leave it, and share it</b>
              <p>
                Tell us its number and where it is now. It then stays for the
                next person to find.
              </p>
            </li>
          </ol>
          <p>
            If you would rather leave it where it is, that is fine too. We would
            still love to hear that you found it.
          </p>
        </section>

        <section aria-labelledby="share-ways">
          <h2 id="share-ways">How to send it</h2>
          <div>
            Upload your pictures{" "}
            <a href="#upload" onClick={openUpload}>
              here
            </a>
            , send them to {email}, or post them in{" "}
            <SocialLink site={site}>our social group</SocialLink>.
          </div>
        </section>

        <aside className="share-free" aria-labelledby="share-free">
          <div className="share-free-rocks">
            <Pebble motif="rainbow" size={110} lazy />
            <Pebble motif="fox" size={110} lazy />
          </div>
          <div>
            <h2 id="share-free">Would you like a rock of your own?</h2>
            <p>
              We send them anywhere in the world, for free. Hide it where you
              live, and see where it goes.
            </p>
            <Button
              look="quiet"
              aria-haspopup="dialog"
              onClick={() => setPopup("request")}
            >
              Request a free rock
            </Button>
          </div>
        </aside>
      </div>

      <UploadDialog
        open={popup === "upload"}
        onClose={close}
        site={site}
        draft={draft}
        tiles={tiles}
        qrRockNumber={qrRockNumber}
        formTime={formTime}
        isModerated={isModerated}
        canFollow={canFollow}
        onOpenFinds={() => {
          flushSync(close);
          document.getElementById(YOUR_FINDS)?.focus();
        }}
      />
      <RequestRockPopup
        open={popup === "request"}
        onClose={close}
        email={site.contact_email}
      />
    </>
  );
}
