import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { speak } from "#domain/core/languages/catalogues.server.ts";
import type { KeepsakeRenderer, KeepsakePage } from "#domain/keepsake/pages.ts";
import { pathFrom } from "#domain/keepsake/paths.ts";
import { listAssets } from "./assets.ts";
import type { Context } from "./page.tsx";
import { AlbumPage, AlbumsPage, PhotoPage } from "./pages/albums.tsx";
import { AwarenessPage } from "./pages/awareness.tsx";
import { MapPage } from "./pages/map.tsx";
import { RockPage } from "./pages/rock.tsx";
import { RocksPage } from "./pages/rocks.tsx";
import { StoryPage } from "./pages/story.tsx";
import { wordsOfScript } from "./script-words.ts";

/** A keepsake's pages as plain HTML, in the site's language. They need neither Remix nor a server. */

type Kind = KeepsakePage["kind"];

const pages: {
  [K in Kind]: (
    props: Context & { page: Extract<KeepsakePage, { kind: K }> },
  ) => JSX.Element;
} = {
  story: StoryPage,
  albums: AlbumsPage,
  album: AlbumPage,
  photo: PhotoPage,
  rocks: RocksPage,
  rock: RockPage,
  map: MapPage,
  awareness: AwarenessPage,
};

export const renderer: KeepsakeRenderer = {
  renderPage(site, page) {
    const Show = pages[page.kind] as (
      props: Context & { page: KeepsakePage },
    ) => JSX.Element;
    return `<!doctype html>\n${renderToStaticMarkup(
      <I18nProvider i18n={speak(site.language)}>
        <Show
          page={page}
          site={site}
          link={(path) => pathFrom(page.path, path)}
        />
      </I18nProvider>,
    )}\n`;
  },
  listAssets: (language) => listAssets(wordsOfScript(speak(language))),
};
