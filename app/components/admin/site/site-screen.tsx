import { useState } from "react";
import type { FollowCounts } from "#domain/follow/answers.ts";
import type { Keepsakes, Keepsake } from "#domain/keepsake/keepsakes.server.ts";
import type {
  SitePicture,
  SiteTextsDraft,
  Translation,
} from "#domain/site/answers.ts";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { Field, SwitchField } from "#app/components/fields/field.tsx";
import { MarkdownField, type Preview } from "./markdown-field.tsx";
import { SitePicturesBox } from "./site-pictures-box.tsx";
import { SiteSection } from "./site-section.tsx";
import {
  NAMES,
  SiteTextsSection,
  type TextField,
  type TextsSectionProps,
} from "./site-texts-section.tsx";
import { TranslationsSection } from "./translations-section.tsx";
import { useRevalidator } from "@remix-run/react";
import { countOf } from "#core/words.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Failure } from "#app/components/fields/failure.tsx";
import { RockFollowers } from "#app/components/admin/ui/rock-followers.tsx";
import { submits } from "#app/components/admin/ui/forms.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useJob } from "#app/components/admin/data/use-job.ts";
import { addressOf } from "#app/components/api/send.ts";
import { PersonalDownload } from "#app/components/admin/ui/personal-download.tsx";
import { formatDay } from "#app/components/language/english.ts";
import "./site-screen.css";

interface Props {
  texts: SiteTextsDraft;
  /** Whether a text is the family's own, and not the one that the site comes with. */
  own: Record<"names" | "story" | "contact" | "sudc", boolean>;
  previews: Record<"story" | "sudc", Preview>;
  translations: Translation[];
  pictures: SitePicture[];
  followers: FollowCounts;
  keepsakes: Keepsakes;
}

/** The texts and pictures of all pages: a list of sections, each with its own Save. */
export function SiteScreen({
  texts: first,
  own,
  previews,
  translations,
  pictures,
  followers,
  keepsakes,
}: Props) {
  const [texts, setTexts] = useState(first);
  const saves = { texts, onSaved: setTexts };
  return (
    <div className="site-sections">
      <FieldsSection
        {...saves}
        id="names"
        title="Names"
        now={own.names ? texts.site_name : EXAMPLE}
        hint="Left blank, a name or title goes back to the one it had at first. Dates and the line below the title may stay blank."
        fields={NAMES}
      />
      <SiteTextsSection
        {...saves}
        id="story"
        title="Story"
        now={own.story ? "Your own" : EXAMPLE}
        names={["story"]}
      >
        {({ story }) => (
          <MarkdownField
            label="Story (home page)"
            name="story"
            maxLength={MARKDOWN_MAX}
            first={story}
            preview={previews.story}
          />
        )}
      </SiteTextsSection>
      <SitePicturesBox pictures={pictures} />
      <FieldsSection
        {...saves}
        id="links"
        title="Links and contact"
        now={own.contact ? texts.contact_email : EXAMPLE}
        hint="Left blank, the e-mail and the address for donations go back to those they had at first. The social group may stay blank."
        fields={LINKS}
      />
      <SiteTextsSection
        {...saves}
        id="awareness"
        title="Awareness page"
        now={own.sudc ? "Your own" : "Came with the site"}
        names={["sudc"]}
      >
        {({ sudc }) => (
          <MarkdownField
            label="Text of the SUDC page"
            name="sudc"
            maxLength={MARKDOWN_MAX}
            first={sudc}
            preview={previews.sudc}
          />
        )}
      </SiteTextsSection>
      <SiteTextsSection
        {...saves}
        id="on-this-day"
        title="On this day"
        now={texts.on_this_day ? "On" : "Off"}
        names={["on_this_day"]}
      >
        {() => (
          <div className="field--full">
            <SwitchField
              label="On this day: show a find or photograph of the same day in another year on the home page, if there is one"
              name="on_this_day"
            />
          </div>
        )}
      </SiteTextsSection>
      {translations.length > 0 && (
        <TranslationsSection texts={texts} translations={translations} />
      )}
      <FollowersBox counts={followers} />
      <KeepsakeBox {...keepsakes} />
      <SiteSection
        id="screen"
        title="A screen for a memorial day"
        now="Photographs, journeys and the map in turn"
      >
        <p>
          Open <a href="/screen">the screen</a> on a television or a laptop: it
          goes on by itself all day, shows new finds within a minute, and has a
          QR code that leads here. Enter fills the screen, and the space bar
          pauses it.
        </p>
      </SiteSection>
    </div>
  );
}

const EXAMPLE = "An example, until you write your own";

type FieldsSectionProps = Pick<
  TextsSectionProps,
  "id" | "title" | "now" | "texts" | "onSaved"
> & { hint: string; fields: readonly TextField[] };

const FieldsSection = ({ hint, fields, ...section }: FieldsSectionProps) => (
  <SiteTextsSection {...section} names={fields.map(([name]) => name)}>
    {() => (
      <>
        <p className="field--full soft">{hint}</p>
        {fields.map(([name, label, maxLength]) => (
          <Field key={name} label={label} name={name} maxLength={maxLength} />
        ))}
      </>
    )}
  </SiteTextsSection>
);

const LINKS: TextField[] = [
  ["contact_email", "Contact e-mail", 254],
  ["social_url", "Address of the social group", 500],
  ["donate_url", "Address for donations", 500],
];

/** Says how many people are told when a rock moves on, and removes an address that is entered. Nothing lists them. */
function FollowersBox({ counts }: { counts: FollowCounts }) {
  const { call, isBusy, failure, wrong } = useSave();
  const { revalidate } = useRevalidator();

  async function remove(fields: FormData, form: HTMLFormElement) {
    const email = String(fields.get("email")).trim();
    const removed = await call(
      "POST /api/followers/remove",
      { body: { email } },
      {
        toast: ({ removed }) =>
          removed === 0
            ? `${email} follows no rock`
            : `${email} was removed from ${countOf(removed, "rock")}`,
      },
    );
    if (!removed.ok) return;
    form.reset();
    revalidate();
  }

  return (
    <SiteSection
      id="followers"
      title="Followers"
      now={
        counts.addresses === 0
          ? "Nobody yet"
          : countOf(counts.addresses, "address", "addresses")
      }
    >
      <p>{describe(counts)}</p>
      <form
        className="site-followers wrap"
        noValidate
        onSubmit={submits(remove)}
      >
        <Field
          label="Address of somebody who asks to be removed"
          name="email"
          type="email"
          autoComplete="off"
          error={wrong("email")}
        />
        <Button type="submit" look="quiet" busy={isBusy}>
          Remove this address
        </Button>
      </form>
      {!wrong("email") && <Failure>{failure}</Failure>}
      {counts.uncatalogued.length > 0 && (
        <div className="site-uncatalogued">
          <h3>Followed, but not in the catalogue</h3>
          <ul>
            {counts.uncatalogued.map((rock) => (
              <li key={rock.rock_number}>
                <b>{`Rock ${rock.rock_number}`}</b>
                <RockFollowers rock={rock} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </SiteSection>
  );
}

function describe({
  addresses,
  rocks,
  unconfirmed,
  sent,
  waiting,
  bounced,
}: FollowCounts) {
  const follow =
    addresses === 0
      ? "Nobody follows a rock yet."
      : `${countOf(addresses, "address", "addresses")} ${addresses === 1 ? "follows" : "follow"} ${countOf(rocks, "rock")}.`;
  return [
    follow,
    unconfirmed > 0 &&
      `${countOf(unconfirmed, "address", "addresses")} may still confirm.`,
    `${countOf(sent, "mail was", "mails were")} sent${waiting > 0 ? `, and ${countOf(waiting, "waits", "wait")}` : ""}.`,
    bounced > 0 &&
      `${countOf(bounced, "address", "addresses")} didn’t exist any more.`,
  ]
    .filter(Boolean)
    .join(" ");
}

const FORMS = {
  public: {
    title: "For everybody",
    use: "The public pages with all their pictures, as visitors see them.",
  },
  private: {
    title: "For the family",
    use: "The same pages, every original and the database. It holds visitors’ names and e-mail addresses, so keep it to yourselves.",
  },
};

/** The site as plain files: makes a zip of it, and offers the last one that was made. */
function KeepsakeBox({ isStoreHere, keepsakes }: Keepsakes) {
  return (
    <SiteSection
      id="keepsake"
      title="Keepsake"
      now="The whole site as plain files"
    >
      <p>
        The whole site as plain files in one zip. It opens from a disk or a
        stick in any browser, without this program and without the Internet.
      </p>
      <Failure>
        {!isStoreHere &&
          "The folder with the photographs is not there at the moment. Nothing is lost; a keepsake can be made and downloaded once it is back."}
      </Failure>
      <ul className="site-keepsakes">
        {keepsakes.map((keepsake) => (
          <li key={keepsake.form}>
            <KeepsakeItem keepsake={keepsake} isStoreHere={isStoreHere} />
          </li>
        ))}
      </ul>
    </SiteSection>
  );
}

function KeepsakeItem({
  keepsake: { form, file, job: known },
  isStoreHere,
}: {
  keepsake: Keepsake;
  isStoreHere: boolean;
}) {
  const { title, use } = FORMS[form];
  const Download = form === "private" ? PersonalDownload : "a";
  const { revalidate } = useRevalidator();
  const { job, isRunning, failure, start, cancel } = useJob({
    known: known ?? undefined,
    onEnd: revalidate,
  });
  const isBeingMade = isRunning && job !== undefined;
  const error = failure ?? (job?.state === "failed" ? job.error : undefined);
  const isCancelled = error?.startsWith("Cancelled");

  return (
    <article className="site-keepsake" aria-label={title}>
      <h3>{title}</h3>
      <p className="soft">{use}</p>
      <p className="site-keepsake-state" role="status">
        {isBeingMade
          ? job.state === "queued"
            ? "Waiting to be made"
            : job.message || "Being made …"
          : file
            ? `${formatSize(file.bytes)}, made on ${formatTime(file.made_dt)}`
            : "None yet"}
      </p>
      {isBeingMade && (
        <progress
          max={Math.max(job.total, 1)}
          value={job.done}
          aria-label={`Done: ${title}`}
        />
      )}
      {!isRunning && error && (
        <p
          className={isCancelled ? "soft" : "failure"}
          role={isCancelled ? undefined : "alert"}
        >
          {isCancelled
            ? "The last one was cancelled."
            : `It could not be made: ${error}`}
        </p>
      )}
      <footer>
        {isBeingMade ? (
          <Button look="danger" onClick={() => void cancel().then(revalidate)}>
            Cancel<span className="sr">{` ${title}`}</span>
          </Button>
        ) : (
          <Button
            look="mini"
            disabled={isRunning || !isStoreHere}
            onClick={() => void start("POST /api/keepsake", { body: { form } })}
          >
            <span>{file ? "Make a new one" : "Make it"}</span>
            <span className="sr">{` ${title}`}</span>
          </Button>
        )}
        {file && (
          <Download
            className="mini"
            href={addressOf("GET /api/keepsake/:file", {
              params: { file: `${form}.zip` },
            })}
            download
          >
            Download<span className="sr">{` ${title}`}</span>
          </Download>
        )}
      </footer>
    </article>
  );
}

const formatTime = (time: string) =>
  `${formatDay(time.slice(0, 10))} at ${time.slice(11, 16)} UTC`;

/** '640 kB', '18 MB', '2.4 GB' */
function formatSize(bytes: number) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
