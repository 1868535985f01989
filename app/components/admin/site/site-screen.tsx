import { useState } from "react";
import type { FollowCounts } from "#domain/follow/answers.ts";
import type { Keepsakes } from "#domain/keepsake/keepsakes.server.ts";
import type {
  SitePicture,
  SiteTextsDraft,
  Translation,
} from "#domain/site/answers.ts";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { Field, SwitchField } from "#app/components/fields/field.tsx";
import { FollowersBox } from "./followers-box.tsx";
import { KeepsakeBox } from "./keepsake-box.tsx";
import { MarkdownField, type Preview } from "./markdown-field.tsx";
import { SitePicturesBox } from "./site-pictures-box.tsx";
import { SiteSection } from "./site-section.tsx";
import {
  SiteTextsSection,
  type TextsSectionProps,
} from "./site-texts-section.tsx";
import { TranslationsSection } from "./translations-section.tsx";
import "./site-screen.css";

interface Props {
  texts: SiteTextsDraft;
  /** Whether a text is the family's own, and not the one that the site comes with. */
  own: Record<"names" | "story" | "contact" | "sudc", boolean>;
  /** The texts in Markdown as their pages show them. */
  previews: Record<"story" | "sudc", Preview>;
  translations: Translation[];
  pictures: SitePicture[];
  followers: FollowCounts;
  keepsakes: Keepsakes;
}

/** What visitors read and see on all pages: a list of sections, each with its own Save. */
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
      <NamesSection {...saves} isOwn={own.names} />
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
      <LinksSection {...saves} isOwn={own.contact} />
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

type Saves = Pick<TextsSectionProps, "texts" | "onSaved">;
type OwnSaves = Saves & { isOwn: boolean };

const NamesSection = ({ isOwn, ...saves }: OwnSaves) => (
  <SiteTextsSection
    {...saves}
    id="names"
    title="Names"
    now={isOwn ? saves.texts.site_name : EXAMPLE}
    names={[
      "site_name",
      "memorial_name",
      "memorial_dates",
      "hero_title",
      "hero_subtitle",
    ]}
  >
    {() => (
      <>
        <p className="field--full soft">
          Left blank, a name or title goes back to the one it had at first.
          Dates and the line below the title may stay blank.
        </p>
        <Field label="Site name" name="site_name" maxLength={60} />
        <Field label="First name" name="memorial_name" maxLength={60} />
        <Field label="Dates" name="memorial_dates" maxLength={60} />
        <Field
          label="Title of the home page"
          name="hero_title"
          maxLength={80}
        />
        <Field
          label="Line below the title"
          name="hero_subtitle"
          maxLength={200}
        />
      </>
    )}
  </SiteTextsSection>
);

const LinksSection = ({ isOwn, ...saves }: OwnSaves) => (
  <SiteTextsSection
    {...saves}
    id="links"
    title="Links and contact"
    now={isOwn ? saves.texts.contact_email : EXAMPLE}
    names={["contact_email", "social_url", "donate_url"]}
  >
    {() => (
      <>
        <p className="field--full soft">
          Left blank, the e-mail and the address for donations go back to those
          they had at first. The social group may stay blank.
        </p>
        <Field label="Contact e-mail" name="contact_email" maxLength={254} />
        <Field
          label="Address of the social group"
          name="social_url"
          maxLength={500}
        />
        <Field
          label="Address for donations"
          name="donate_url"
          maxLength={500}
        />
      </>
    )}
  </SiteTextsSection>
);
