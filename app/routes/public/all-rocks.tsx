import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import {
  JustifiedGallery,
  type GalleryPhoto,
} from "#app/components/gallery/justified-gallery.tsx";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import {
  loadMoreBy,
  ShowMore,
  useMorePages,
} from "#app/components/paging/more-pages.tsx";
import { Page } from "#app/components/ui/page.tsx";
import { PLAIN_STONE } from "#app/components/ui/pebble.tsx";
import { useKeptOn } from "#app/components/ui/use-site.ts";
import { formatList } from "#app/components/language/lists.ts";
import { nameRock } from "#app/components/language/rocks.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import { keeping } from "#core/keeping.server.ts";
import {
  countCatalogue,
  listCatalogue,
  listCatalogueAndFound,
} from "#domain/rocks/rocks.server.ts";
import type { PublicFind } from "#domain/finds/answers.ts";
import { listFindsOfRock } from "#domain/finds/journeys.server.ts";
import { rockAddress, rockOf } from "#domain/rocks/rock-address.ts";
import type { CatalogueItem } from "#domain/rocks/answers.ts";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
  catalogueTileAddress,
} from "#domain/store/media-addresses.ts";

/** Divisible by 1, 2, 3, 4 and 6, so that every page except the last fills its rows. */
const PAGE = 36;
const PAGE_KEPT = 500;
/** Number of slides before the last one at which the lightbox loads more. */
const NEAR_THE_END = 6;

type Item = CatalogueItem & { hasPicture?: number };

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const after = Number(searchParams.get("after") ?? -1) || 0;
  const size = keeping.day ? PAGE_KEPT : PAGE;
  const found: Item[] = keeping.day
    ? listCatalogueAndFound(size + 1, after)
    : listCatalogue(size + 1, after);
  const rocks = found.slice(0, size);
  return {
    rocks,
    // Each is a rock of its own, and none is of the catalogue.
    unnumbered: keeping.day && after < 0 ? listFindsOfRock(0) : [],
    total: countCatalogue(),
    next: found.length > size ? rocks.at(-1)!.rock_number : null,
  };
}

export const clientLoader = loadMoreBy("after");

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`All Rocks`,
  description: t(i18n)`Every painted rock, and who painted it.`,
}));

export default function AllRocks() {
  const { t, i18n } = useLingui();
  const first = useLoaderData<typeof loader>();
  const { pages, ...more } = useMorePages(first);
  const isKept = useKeptOn() !== undefined;
  const [slide, setSlide] = useState(-1);
  const rocks = pages.flatMap((page) => page.rocks);
  const next = pages.at(-1)!.next;
  const address = `/all-rocks?after=${next}`;

  return (
    <Page title={<Trans>All Rocks</Trans>}>
      {rocks.length + first.unnumbered.length === 0 && (
        <p className="page-empty">{t`There are no rocks here yet.`}</p>
      )}
      <div className="all-rocks stack">
        {pages.map((page, index) => (
          <JustifiedGallery
            key={index}
            photos={[
              ...page.unnumbered.map((find) => asUnnumberedPhoto(i18n, find)),
              ...page.rocks.map((rock) => asGalleryPhoto(i18n, rock, isKept)),
            ]}
            label={nameOfPart(i18n, index + 1)}
            first={index === 0 ? 4 : 0}
            onOpen={(at) => setSlide(index * PAGE + at)}
          />
        ))}
      </div>
      {next !== null && <ShowMore address={address} {...more} />}
      <Lightbox
        slides={rocks.map((rock) => ({
          src: catalogueAddress(rock.rock_number),
          thumbnail: catalogueThumbnailAddress(rock.rock_number),
          alt: nameRock(i18n, rock.rock_number),
          description: captionOf(i18n, rock),
        }))}
        count={first.total}
        index={slide}
        onView={(seen) => {
          if (next !== null && seen >= rocks.length - NEAR_THE_END)
            more.load(address);
        }}
        onClose={() => setSlide(-1)}
      />
    </Page>
  );
}

const nameOfPart = (i18n: I18n, part: number) =>
  t(i18n)`All Rocks, part ${part}`;

const captionOf = (
  i18n: I18n,
  { rock_number: number, artists }: CatalogueItem,
) =>
  artists === UNKNOWN_ARTIST
    ? t(i18n)`Rock: ${number} (UNKNOWN)`
    : t(i18n)`Rock: ${number} (${artists})`;

/** Only in a keepsake, where a picture is a link. */
function asUnnumberedPhoto(i18n: I18n, find: PublicFind): GalleryPhoto {
  const caption = formatList(i18n, [nameRock(i18n, 0), find.location]);
  return {
    key: find.uuid,
    href: rockAddress(rockOf(find)),
    src: PLAIN_STONE,
    width: 512,
    height: 512,
    caption,
    fallback: PLAIN_STONE,
    label: caption,
  };
}

function asGalleryPhoto(i18n: I18n, rock: Item, isKept: boolean): GalleryPhoto {
  const { rock_number: number } = rock;
  const caption = captionOf(i18n, rock);
  const src = catalogueThumbnailAddress(number);
  const size = { width: 512, height: 512 };
  const photo = {
    key: String(number),
    ...size,
    caption,
    fallback: PLAIN_STONE,
  };
  return isKept
    ? {
        ...photo,
        href: `/rocks/${number}`,
        src: rock.hasPicture ? src : PLAIN_STONE,
        label: caption,
      }
    : {
        ...photo,
        src,
        srcSet: [
          { src: catalogueTileAddress(number), width: 320, height: 320 },
          { src, ...size },
        ],
        alt: "",
        label: t(i18n)`Open photograph: ${caption}`,
      };
}
