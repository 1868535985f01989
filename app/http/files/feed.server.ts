import { escapeXml } from "#domain/core/escape-xml.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import type { PublicFind } from "#domain/finds/answers.ts";
import { imageAddress } from "#domain/store/media-addresses.ts";

interface Feed {
  /** The site's address, without a slash at its end. */
  address: string;
  site: SiteNames;
  /** Newest first. */
  posts: PublicFind[];
}

/** Writes finds, each with its images, as an Atom feed (RFC 4287). */
export function writeFeed({ address, site, posts }: Feed) {
  const entries = posts.map((post) => {
    const link = `${address}/rocks/${post.rock_number}`;
    const pictures = post.imagenames.map(
      (name) =>
        `<p><img src="${escapeXml(address + imageAddress(post, name))}" alt=""></p>`,
    );
    const content = `${pictures.join("")}<p>${escapeXml(post.comment)}</p>`;
    return `  <entry>
    <id>urn:uuid:${escapeXml(post.uuid)}</id>
    <title>${escapeXml(`Rock ${post.rock_number}: ${post.location}`)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(link)}"/>
    <updated>${escapeXml(post.date)}T00:00:00Z</updated>
    <content type="html">${escapeXml(content)}</content>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(address)}/feed.xml</id>
  <title>${escapeXml(site.site_name)}</title>
  <subtitle>${escapeXml(`Where ${site.memorial_name}'s rocks were found`)}</subtitle>
  <author><name>${escapeXml(site.site_name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(address)}/feed.xml"/>
  <link rel="alternate" type="text/html" href="${escapeXml(address)}/track-the-rocks"/>
  <updated>${escapeXml(posts[0]?.date ?? "2000-01-01")}T00:00:00Z</updated>
${entries.join("")}</feed>
`;
}
