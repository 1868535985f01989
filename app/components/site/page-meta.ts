import type { MetaArgs, MetaFunction } from "@remix-run/react";
import { msg } from "@lingui/core/macro";
import type { I18n } from "@lingui/core";
import { languageOfPage } from "#app/components/language/page-language.tsx";
import type { SiteNames } from "#domain/site/answers.ts";

interface About {
  /** The site's name is added to it. Absent on the home page. */
  title?: string;
  description: string;
  /** The part of the query that belongs to the page's canonical address, with its `?`. */
  search?: string;
  picture?: { path: string; alt: string; width?: number; height?: number };
  feed?: { path: string; title: string };
  unlisted?: boolean;
}

const OWN_PICTURE = { path: "/share.jpg", width: 1200, height: 630 };
const OWN_ALT = msg`Painted rocks by the water`;

export const pageMeta =
  <Loader = unknown>(
    describe: (site: SiteNames, i18n: I18n, args: MetaArgs<Loader>) => About,
  ): MetaFunction<Loader> =>
  (args) => {
    const matches: { id: string; data?: unknown }[] = args.matches;
    const root = matches.find(({ id }) => id === "root")?.data as
      | { site: SiteNames; publicUrl: string; languages: { code: string }[] }
      | undefined;
    if (!root) return [{ title: "Painted Rocks" }];
    const { site, publicUrl, languages } = root;
    const i18n = languageOfPage(matches);
    const {
      title,
      description,
      search = "",
      picture = { ...OWN_PICTURE, alt: i18n._(OWN_ALT) },
      feed,
      unlisted,
    } = describe(site, i18n, args);
    const address = `${publicUrl}${args.location.pathname}${search}`;
    const heading = title ?? site.site_name;
    return [
      { title: title ? `${title} · ${site.site_name}` : site.site_name },
      { name: "description", content: description },
      ...(unlisted
        ? [{ name: "robots", content: "noindex" }]
        : [
            { tagName: "link", rel: "canonical", href: address },
            ...inEachLanguage(address, languages),
          ]),
      ...(feed
        ? [
            {
              tagName: "link",
              rel: "alternate",
              type: "application/atom+xml",
              title: feed.title,
              href: feed.path,
            },
          ]
        : []),
      { property: "og:type", content: "website" },
      { property: "og:site_name", content: site.site_name },
      { property: "og:title", content: heading },
      { property: "og:description", content: description },
      { property: "og:url", content: address },
      { property: "og:image", content: `${publicUrl}${picture.path}` },
      ...(["width", "height"] as const).flatMap((side) =>
        picture[side]
          ? { property: `og:image:${side}`, content: String(picture[side]) }
          : [],
      ),
      { property: "og:image:alt", content: picture.alt },
      { name: "twitter:card", content: "summary_large_image" },
    ];
  };

function inEachLanguage(address: string, languages: { code: string }[]) {
  const alternate = (hrefLang: string, href: string) => ({
    tagName: "link",
    rel: "alternate",
    hrefLang,
    href,
  });
  const others = languages.map(({ code }) =>
    alternate(
      code,
      `${address}${address.includes("?") ? "&" : "?"}lang=${code}`,
    ),
  );
  return languages.length > 1
    ? [...others, alternate("x-default", address)]
    : [];
}
