import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { siteNames } from "#domain/site.server.ts";
import "#app/components/site/prose.css";

export function loader() {
  return { site: siteNames() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Privacy · ${data?.site.site_name}` },
  {
    name: "description",
    content: "What this site keeps, who sees it, and how to have it removed.",
  },
];

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
        Against misuse we count how many finds come from one internet address.
        The address is kept for that alone, for as long as the limit lasts.
      </p>

      <h2>In your browser</h2>
      <p>
        If you came by a rock’s QR code, your browser remembers the number until
        you close it. Visitors get no cookies.
      </p>

      <h2>The map</h2>
      <p>
        The map’s pictures are loaded from a map service, which sees your
        internet address as any site that you open does.
      </p>

      <h2>Have it removed</h2>
      <p>
        Write to{" "}
        <a href={`mailto:${site.contact_email}`}>{site.contact_email}</a> and we
        delete your find whole, with all its pictures.
      </p>
    </div>
  );
}
