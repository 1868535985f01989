import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useState, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { goToYourFinds, YourFinds } from "#app/components/finds/your-finds.tsx";
import { PlainForm } from "#app/components/share/form/plain-form.tsx";
import { UploadDialog } from "#app/components/share/upload-dialog.tsx";
import { useFindDraft } from "#app/components/share/queue/use-find-draft.ts";
import { Hero } from "#app/components/site/home/hero.tsx";
import { useQrRock } from "#app/components/visitor/qr-rock.ts";
import { SocialLink } from "#app/components/site/social-link.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import { useSite } from "#app/components/ui/use-site.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { asRockNumber } from "#core/limits.ts";
import { getSettings } from "#core/settings.server.ts";
import { mailServer } from "#domain/mail/send-mail.server.ts";
import { versionOfPicture } from "#domain/site/site-pictures.server.ts";
import { issueFormTime } from "#domain/site/site-texts.server.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import "./share-your-rock.css";

export function loader() {
  const { MODERATION, UPLOAD_MAX_MB } = getSettings();
  return {
    formTime: issueFormTime(),
    imageMbMax: UPLOAD_MAX_MB,
    isModerated: MODERATION === "on",
    canFollow: mailServer() !== undefined,
    hero: {
      picture: "rock_bkg" as const,
      version: versionOfPicture("rock_bkg"),
    },
  };
}

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`Share Your Rock`,
  description: t(i18n)`You found a painted rock? Tell us where it is now.`,
}));

type Popup = "upload" | "request";

export default function ShareYourRock() {
  const { t } = useLingui();
  const { hero, imageMbMax, ...sending } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const qrRock = useQrRock();
  const qrRockNumber = asRockNumber(search.get("r")) || qrRock;
  const draft = useFindDraft(qrRockNumber, imageMbMax);
  const [popup, setPopup] = useState<Popup>();
  const close = () => setPopup(undefined);
  const location = useLocation();
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

  const steps = [
    [
      t`Take it somewhere new`,
      t`Around the corner or across an ocean. A place where somebody will come by, and where it is safe to stop.`,
    ],
    [
      t`Photograph it there`,
      t`In its new place, before you leave it. Up to five pictures, with the view if there is one.`,
    ],
    [
      t`Leave it, and share it`,
      t`Tell us its number and where it is now. It then stays for the next person to find.`,
    ],
  ] as const;
  const { memorial_name: memorialName, contact_email: contactEmail } =
    useSite().site;
  return (
    <>
      <Hero picture={hero} className="share-hero">
        <h1>{t`Share Your Rock`}</h1>
      </Hero>

      <div className="share stack">
        <section aria-labelledby="share-heading">
          <h2 id="share-heading">{t`${memorialName}'s Rocks`}</h2>
          <p className="share-do buttons wrap">
            <Button aria-haspopup="dialog" onClick={openUpload}>
              <Pebble motif="ladybird" size={34} />
              <Trans>Upload Your Rock</Trans>
            </Button>
          </p>
          <noscript>
            <PlainForm rockNumber={qrRockNumber} />
          </noscript>
          <p className="share-lead">
            <Trans>
              {memorialName} gave the best stones away. The one you found is
              painted in loving memory, and it is on its way somewhere. You can
              take it a little further.
            </Trans>
          </p>
        </section>

        <YourFinds
          onEdit={(find) => {
            draft.openQueuedFind(find);
            setPopup("upload");
          }}
        />

        <section aria-labelledby="share-steps">
          <h2 id="share-steps">{t`What to do with it`}</h2>
          <ol className="share-steps stack loose">
            {steps.map(([title, more]) => (
              <li key={title}>
                <b className="name">{title}</b>
                <p>{more}</p>
              </li>
            ))}
          </ol>
          <p>
            <Trans>
              If you would rather leave it where it is, that is fine too. We
              would still love to hear that you found it.
            </Trans>
          </p>
        </section>

        <section aria-labelledby="share-ways">
          <h2 id="share-ways">{t`How to send it`}</h2>
          <div>
            <Trans>
              Upload your pictures{" "}
              <a href="#upload" onClick={openUpload}>
                here
              </a>
              , send them to{" "}
              <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, or post
              them in <SocialLink>our social group</SocialLink>.
            </Trans>
          </div>
        </section>

        <aside
          className="share-free panel row wrap loose"
          aria-labelledby="share-free"
        >
          <div className="row">
            <Pebble motif="rainbow" size={84} lazy />
            <Pebble motif="fox" size={84} lazy />
          </div>
          <div className="grows">
            <h2 id="share-free">{t`Would you like a rock of your own?`}</h2>
            <p>
              <Trans>
                We send them anywhere in the world, for free. Hide it where you
                live, and see where it goes.
              </Trans>
            </p>
            <Button
              look="quiet"
              aria-haspopup="dialog"
              onClick={() => setPopup("request")}
            >
              <Trans>Request a free rock</Trans>
            </Button>
          </div>
        </aside>
      </div>

      <UploadDialog
        open={popup === "upload"}
        onClose={close}
        draft={draft}
        {...sending}
        onOpenFinds={() => {
          flushSync(close);
          goToYourFinds();
        }}
      />
      <Dialog
        open={popup === "request"}
        onClose={close}
        title={t`Request a free rock`}
      >
        <RequestRock email={contactEmail} />
      </Dialog>
    </>
  );
}

function RequestRock({ email }: { email: string }) {
  const { t } = useLingui();
  const subject = encodeURIComponent(t`A free rock, please`);
  return (
    <div className="stack stack--start">
      <p>
        <Trans>
          Write to us at <a href={`mailto:${email}`}>{email}</a> with the name
          and address that the parcel should go to. It costs you nothing,
          wherever you live.
        </Trans>
      </p>
      <p>
        <Trans>
          Tell us too if there is a picture that you would like on it. We paint
          them by hand, so it can take a few weeks.
        </Trans>
      </p>
      <a className="btn" href={`mailto:${email}?subject=${subject}`}>
        <Trans>Write an e-mail</Trans>
      </a>
    </div>
  );
}
