import { useLingui } from "@lingui/react";
import type { Photo } from "#domain/albums/answers.ts";
import type { AlbumBook } from "#domain/albums/albums.server.ts";
import { photoAddress } from "#domain/store/media-addresses.ts";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { sizeOf, photoAlt } from "../albums/addresses.ts";
import { formatDay } from "#core/languages/format-day.ts";
import { arrangeSheets } from "./arrange.ts";

/** A caption with more letters may go on over the next page. */
const LONG_CAPTION = 700;

/** Shows an album's photos, one or two a sheet by their shape, each with its caption. */
export function PhotoSheets({
  book: { album, photos, first, total },
}: {
  book: Pick<AlbumBook, "album" | "photos" | "first" | "total">;
}) {
  const { i18n } = useLingui();
  const lang = useParentsLanguage();
  const captioned = photos.map((photo, index) => ({
    photo,
    alt: photoAlt(i18n, album, photo, first + index, total),
    ...sizeOf(photo),
    letters: photo.display_name.length + photo.desc.length,
  }));
  return arrangeSheets(captioned).map((sheet) => (
    <section
      key={sheet[0]!.photo.p_key}
      className={`book-sheet book-photos ${sheet[0]!.letters > LONG_CAPTION ? "book-photos--long" : ""}`}
    >
      {sheet.map(({ photo, alt, width, height }) => (
        <figure key={photo.p_key}>
          <img
            src={photoAddress(album.name, photo.name)}
            alt={alt}
            lang={photo.display_name ? lang : undefined}
            width={width}
            height={height}
            decoding="sync"
          />
          <Caption photo={photo} />
        </figure>
      ))}
    </section>
  ));
}

function Caption({
  photo: { display_name: title, desc, date },
}: {
  photo: Photo;
}) {
  const { i18n } = useLingui();
  const lang = useParentsLanguage();
  if (!title && !desc && !date) return null;
  return (
    <figcaption>
      {title && (
        <b dir="auto" lang={lang}>
          {title}
        </b>
      )}
      {desc && (
        <span dir="auto" lang={lang}>
          {desc}
        </span>
      )}
      {date && <time dateTime={date}>{formatDay(i18n, date)}</time>}
    </figcaption>
  );
}
