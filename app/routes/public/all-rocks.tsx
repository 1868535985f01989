import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  JustifiedGallery,
  type GalleryPhoto,
} from "#app/components/gallery/justified-gallery.tsx";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import {
  cataloguePicture,
  largeCataloguePicture,
} from "#app/components/rocks/addresses.ts";
import { pebbleOf } from "#app/components/rocks/pebbles.ts";
import { listCatalogue } from "#domain/rocks.server.ts";
import type { CatalogueItem } from "#domain/schemas.ts";
import { siteTexts } from "#domain/site.server.ts";
import "./discovery.css";

/** A number that rows of 1, 2, 3, 4 and 6 divide, so that every page but the last fills its rows. */
const PAGE = 36;

export function loader({ request }: LoaderFunctionArgs) {
  const after = Number(new URL(request.url).searchParams.get("after")) || 0;
  const left = listCatalogue().filter((rock) => rock.rock_number > after);
  const rocks = left.slice(0, PAGE);
  return {
    site: siteTexts(),
    rocks,
    next: left.length > PAGE ? rocks.at(-1)!.rock_number : null,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `All Rocks · ${data?.site.site_name}` },
  {
    name: "description",
    content: "Every painted rock, and who painted it.",
  },
];

export default function AllRocks() {
  const { pages, next, more, waiting } = useMoreRocks();
  const [slide, setSlide] = useState(-1);
  const rocks = pages.flat();

  return (
    <div className="page">
      <header className="page-head">
        <h1>All Rocks</h1>
      </header>
      {rocks.length === 0 && (
        <p className="page-empty">There are no rocks here yet.</p>
      )}
      <div className="all-rocks">
        {pages.map((page, index) => (
          <JustifiedGallery
            key={page[0]?.rock_number ?? index}
            photos={page.map(asGalleryPhoto)}
            label={`All Rocks, part ${index + 1}`}
            eager={index === 0 ? 4 : 0}
            onOpen={(at) => setSlide(index * PAGE + at)}
          />
        ))}
      </div>
      {next !== null && (
        <p className="page-more">
          <Link
            className="btn btn--quiet"
            to={`?after=${next}`}
            aria-disabled={waiting}
            onClick={(event) => {
              event.preventDefault();
              more();
            }}
          >
            {waiting ? "Loading…" : "Show more"}
          </Link>
        </p>
      )}
      <Lightbox
        slides={rocks.map((rock) => ({
          src: largeCataloguePicture(rock.rock_number),
          thumbnail: cataloguePicture(rock.rock_number),
          alt: `Rock ${rock.rock_number}`,
          description: captionOf(rock),
        }))}
        index={slide}
        onClose={() => setSlide(-1)}
      />
    </div>
  );
}

const captionOf = ({ rock_number, artists }: CatalogueItem) =>
  `Rock: ${rock_number} (${artists || "UNKNOWN"})`;

const asGalleryPhoto = (rock: CatalogueItem): GalleryPhoto => ({
  key: String(rock.rock_number),
  src: cataloguePicture(rock.rock_number),
  width: 512,
  height: 512,
  alt: "",
  label: `Open photograph: ${captionOf(rock)}`,
  caption: captionOf(rock),
  fallback: pebbleOf(rock.rock_number),
});

/** The page's rocks, and those asked for since, page by page. */
function useMoreRocks() {
  const first = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  const [pages, setPages] = useState([first]);

  useEffect(() => setPages([first]), [first]);
  useEffect(() => {
    const page = fetcher.data;
    if (page) setPages((all) => (all.includes(page) ? all : [...all, page]));
  }, [fetcher.data]);

  const next = pages.at(-1)!.next;
  return {
    pages: pages.map((page) => page.rocks),
    next,
    waiting: fetcher.state !== "idle",
    more: () => {
      if (fetcher.state === "idle") fetcher.load(`/all-rocks?after=${next}`);
    },
  };
}
