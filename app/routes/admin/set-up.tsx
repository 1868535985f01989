import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { SetUpData } from "#app/components/setup/set-up-screen.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { neverTold } from "#app/http/page.server.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { isAdmin } from "#app/http/admin-session.server.ts";
import { textsOfPage } from "#app/http/page-texts.server.ts";
import { hasNoPassword } from "#domain/account/credentials.server.ts";
import { listArtistNames } from "#domain/artists/artists.server.ts";
import { readReach } from "#core/reach.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { listRocks } from "#domain/rocks/rocks.server.ts";
import { listSettings } from "#domain/settings/change-settings.server.ts";
import { listSitePictures } from "#domain/site/site-pictures.server.ts";
import { savedSiteTexts, siteNames } from "#domain/site/site-texts.server.ts";

export const headers = neverTold;

export const meta = pageMeta(() => ({
  title: "Set up",
  description: "For whoever runs the site.",
  unlisted: true,
}));

export async function loader({ request }: LoaderFunctionArgs) {
  const isOpen = hasNoPassword();
  const isTheirs = !isOpen && (await isAdmin(request));
  return {
    ...textsOfPage(request),
    isOpen,
    data: isTheirs ? readData() : undefined,
  };
}

function readData(): SetUpData {
  const { ADMIN_USERNAME, PUBLIC_URL } = getSettings();
  const {
    site_name = "",
    memorial_name = "",
    memorial_dates = "",
    contact_email = "",
    story = "",
  } = savedSiteTexts();
  return {
    names: { site_name, memorial_name, memorial_dates, contact_email },
    story,
    pictures: listSitePictures(),
    settings: listSettings(),
    artists: listArtistNames(),
    made: listRocks({ limit: 1, sort: "create_dt" }).items[0]?.rock_number,
    siteName: siteNames().site_name,
    username: ADMIN_USERNAME,
    publicUrl: PUBLIC_URL,
    reach: readReach(),
  };
}

const loadScreen = () => import("#app/components/setup/set-up-screen.tsx");

/** Sets up a site that has no password yet: one thing a step, from the link that its start prints. */
export default function SetUp() {
  const { isOpen, data } = useLoaderData<typeof loader>();
  const isClosed = !isOpen && !data;
  const { part, hasFailed } = useLoaded(isClosed ? undefined : loadScreen);
  if (part && !isClosed)
    return <part.SetUpScreen isOpen={isOpen} data={data} />;
  return (
    <main id="content" tabIndex={-1}>
      <div className="prose">
        {isClosed ? (
          <>
            <h1>This site is set up</h1>
            <p>Sign in to change it.</p>
            <p>
              <Link className="btn" to="/login">
                Sign in
              </Link>
            </p>
          </>
        ) : (
          <>
            <h1>Set up your site</h1>
            <p role="status">
              {hasFailed ? "This page could not be loaded." : "Loading…"}
            </p>
            <noscript>
              <p>
                This page needs JavaScript, because only your browser knows the
                key that opens it.
              </p>
            </noscript>
          </>
        )}
      </div>
    </main>
  );
}
