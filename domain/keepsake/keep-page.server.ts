import { readFileSync } from "node:fs";
import type { KeepsakeEntry, WantedPage } from "#db/keepsake-list.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { fileFinder, findPage, type KeptFile } from "./find-kept.server.ts";
import { pathFrom } from "./paths.ts";

/** A page of the site as a file: it leads to other files alone, and needs neither a script nor a network. */

/** Parts that need a script, or that only help a site's visitors. React's comments come between its texts. */
const NEEDLESS =
  /<!--.*?-->|<(script|noscript|button|dialog|progress)\b[^>]*>.*?<\/\1>|<meta(?! charSet| name="(?:viewport|theme))[^>]*>|<link(?! rel="(?:stylesheet|icon)")[^>]*>| data-[\w-]+="[^"]*"/gs;
const IMAGE = /<img [^>]*>/g;
const LINK = /<a\b([^>]*) href="([^"]*)"([^>]*)>(.*?)<\/a>/gs;
/** Of styles, icons, and the picture of another shape. */
const FILE = /(<(?:link|source) [^>]*?(?:href|srcSet)=")([^"]*)"/g;
const OWN_TEXT = /<div class="markdown".*?<\/div>/gs;
const MAIL = /[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+/gi;

interface KeptPage {
  html: string;
  files: KeepsakeEntry[];
  /** The pages that it leads to. */
  pages: WantedPage[];
  /** The addresses of pictures that the store doesn't have. The page does without them. */
  missing: string[];
}

/** @param given the page as the site shows it */
export function keepPage(given: string, path: string): KeptPage {
  const site = new URL(getSettings().PUBLIC_URL);
  const files = new Map<string, KeepsakeEntry>();
  const pages: WantedPage[] = [];
  const missing: string[] = [];
  const findFile = fileFinder();

  /** The path of a file from the page, or undefined if it is not there. */
  function nameFile(address: string) {
    const place = decodeURI(new URL(read(address), site).pathname);
    const found = findFile(place);
    if (!found) missing.push(place);
    else if (found.path.endsWith(".css")) keepStyles(found);
    else files.set(found.path, { ...found, content: null });
    return found && pathFrom(path, found.path);
  }

  /** All that styles name is beside them. */
  function keepStyles({ file, ...entry }: KeptFile) {
    const content = readFileSync(file, "utf8")
      // For those without JavaScript, as here, where browsers could run it.
      .replace(/\(scripting: ?none\)/g, "(min-width:0)")
      .replace(/url\("?(\/[^)"]+)"?\)/g, (_url, address: string) => {
        const found = findFile(address)!;
        files.set(found.path, { ...found, content: null });
        return `url(${pathFrom(entry.path, found.path)})`;
      });
    const bytes = Buffer.byteLength(content);
    files.set(entry.path, { ...entry, content, bytes, file: null });
  }

  const html = given
    .replace(NEEDLESS, "")
    .replace(IMAGE, (image) => {
      const src = nameFile(/ src="([^"]*)"/.exec(image)![1]!);
      return src === undefined
        ? ""
        : image
            .replace(/ (srcSet|sizes|decoding|loading)="[^"]*"/g, "")
            .replace(/ src="[^"]*"/, ` src="${src}" loading="lazy"`);
    })
    .replace(FILE, (_tag, start: string, address: string) => {
      return `${start}${nameFile(address) ?? ""}"`;
    })
    .replace(LINK, (link, before, href: string, after, words: string) => {
      const to = new URL(read(href), site);
      if (href.startsWith("#")) return link;
      if (to.origin !== site.origin)
        return to.protocol === "mailto:" ? words : link;
      const page = href === "" ? undefined : findPage(to);
      // A button goes with its words. In a text they stay.
      if (!page) return `${before}${after}`.includes("class=") ? "" : words;
      pages.push(page);
      return `<a${before} href="${pathFrom(path, page.path)}"${after}>${words}</a>`;
    })
    .replace(OWN_TEXT, (text) => text.replace(MAIL, "…"));
  return { html, files: [...files.values()], pages, missing };
}

/** The value of an attribute. */
const read = (written: string) => written.replaceAll("&amp;", "&");
