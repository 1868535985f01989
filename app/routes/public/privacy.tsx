import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { siteNames } from "#domain/site.server.ts";
import "#app/components/site/prose.css";

export function loader() {
  return { site: siteNames() };
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, () => ({
    title: "Privacy",
    description:
      "What this site keeps, who sees it, and how to have it removed.",
  }));

export default function Privacy() {
  const { site } = useLoaderData<typeof loader>();
  return (
    <div className="prose">
      <h1>Privacy</h1>
      <p>
        You can read everything here without an account. There is no advertising
        and nothing that follows you to other sites.
      </p>

      <h2>When you share a rock</h2>
      <p>
        We keep what you send: the rock’s number, the place, the date, your
        comment and your pictures, and your name and e-mail address if you give
        them. Place, date, comment and pictures may be shown on this site. Your
        name and e-mail address are never shown; we use them only to write to
        you about your rock.
      </p>
      <p>
        The pictures on this site are new versions of yours, without the hidden
        data that a camera adds, such as where it was. The files that you sent
        are kept privately and are not published.
      </p>
      <p>
        The page of your find opens only with the key in its address. We keep no
        copy of that key, only a fingerprint to check it by.
      </p>
      <p>
        Against misuse we count how many finds come from one internet address.
        The address is kept for that alone, for 31 days at most. When we refuse
        a request, such as a file that is not a picture, our log notes the
        address it came from.
      </p>

      <h2>When you visit</h2>
      <p>
        Once a visit your browser tells us that somebody was here. It sends what
        browsers know of themselves, such as the size of the screen, the
        language and the page you came from, your internet address, and where
        you are if you have allowed this site to know that before. We never ask
        for it.
      </p>
      <p>
        Of all this we keep a count: the day, the page, the rock’s number if you
        scanned one, and whether it was a phone, a tablet or a computer. For 30
        days the first part of your internet address stands with it, which names
        a network and not a person. After that only sums are left. The rest is
        dropped as it comes, and the same that comes with a find is dropped too.
      </p>

      <h2>In your browser</h2>
      <p>
        Until you close it, your browser remembers the number of a rock whose QR
        code you scanned, a random number for your visit, and that the visit was
        counted. What you enter in the form stays on your device until it is
        sent or you start afresh, and so do finds that wait for a connection and
        a copy of the form’s page, so that it opens without one. Visitors get no
        cookies.
      </p>

      <h2>The map</h2>
      <p>
        The map’s pictures are loaded from a map service, which sees your
        internet address as any site that you open does.
      </p>

      <h2>Have it removed</h2>
      <p>
        You can delete your find on its own page. Or write to{" "}
        <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a>, and
        we delete it whole, with all its pictures.
      </p>
    </div>
  );
}
