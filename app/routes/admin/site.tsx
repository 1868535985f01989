import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { FollowersBox } from "#app/components/admin/rocks/followers.tsx";
import { KeepsakeBox } from "#app/components/admin/site/keepsakes.tsx";
import { SitePicturesBox } from "#app/components/admin/site/site-pictures-box.tsx";
import { SiteSection } from "#app/components/admin/site/site-section.tsx";
import {
  FieldsSection,
  LINKS,
  MarkdownSection,
  NAMES,
  TextsSection,
  TranslationsSection,
} from "#app/components/admin/site/site-texts.tsx";
import { SwitchField } from "#app/components/fields/field.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { countFollowers } from "#domain/follow/followers.server.ts";
import { readKeepsakes } from "#domain/keepsake/keepsakes.server.ts";
import { listSitePictures } from "#domain/site/site-pictures.server.ts";
import {
  draftSiteTexts,
  isOwnText,
  listTranslations,
} from "#domain/site/site-texts.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const texts = draftSiteTexts();
  return {
    texts,
    own: {
      names: isOwnText("site_name") || isOwnText("memorial_name"),
      story: isOwnText("story"),
      contact: isOwnText("contact_email"),
      sudc: isOwnText("sudc"),
    },
    translations: listTranslations(),
    pictures: listSitePictures(),
    followers: countFollowers(),
    keepsakes: await readKeepsakes(),
  };
}

const EXAMPLE = "An example, until you write your own";

export default function Site() {
  const first = useLoaderData<typeof loader>();
  const { own, translations } = first;
  const [texts, setTexts] = useState(first.texts);
  const saves = { texts, onTexts: setTexts };
  return (
    <>
      <header className="admin-head">
        <h1>Site</h1>
        <p>What every visitor reads and sees on all pages.</p>
      </header>
      <div className="site-sections lined">
        <FieldsSection
          {...saves}
          id="names"
          title="Names"
          now={own.names ? texts.site_name : EXAMPLE}
          hint="Left blank, a name or title goes back to the one it had at first. Dates and the line below the title may stay blank."
          fields={NAMES}
        />
        <MarkdownSection
          {...saves}
          id="story"
          title="Story"
          now={own.story ? "Your own" : EXAMPLE}
          name="story"
          label="Story (home page)"
        />
        <SitePicturesBox pictures={first.pictures} />
        <FieldsSection
          {...saves}
          id="links"
          title="Links and contact"
          now={own.contact ? texts.contact_email : EXAMPLE}
          hint="Left blank, the e-mail and the address for donations go back to those they had at first. The social group may stay blank."
          fields={LINKS}
        />
        <MarkdownSection
          {...saves}
          id="awareness"
          title="Awareness page"
          now={own.sudc ? "Your own" : "Came with the site"}
          name="sudc"
          label="Text of the SUDC page"
        />
        <TextsSection
          {...saves}
          id="on-this-day"
          title="On this day"
          now={texts.on_this_day ? "On" : "Off"}
          names={["on_this_day"]}
        >
          <div>
            <SwitchField
              label="On this day: show a find or photograph of the same day in another year on the home page, if there is one"
              name="on_this_day"
            />
          </div>
        </TextsSection>
        {translations.length > 0 && (
          <TranslationsSection texts={texts} translations={translations} />
        )}
        <FollowersBox counts={first.followers} />
        <KeepsakeBox keepsakes={first.keepsakes} />
        <SiteSection
          id="screen"
          title="A screen for a memorial day"
          now="Photographs, journeys and the map in turn"
        >
          <p>
            Open <a href="/screen">the screen</a> on a television or a laptop:
            it goes on by itself all day, shows new finds within a minute, and
            has a QR code that leads here. Enter fills the screen, and the space
            bar pauses it.
          </p>
        </SiteSection>
      </div>
    </>
  );
}
