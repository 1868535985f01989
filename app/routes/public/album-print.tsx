import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  albumAddress,
  sizeOf,
  titleOf,
  photoAlt,
} from "#app/components/albums/addresses.ts";
import { Book } from "#app/components/book/book.tsx";
import { PhotoSheets } from "#app/components/book/photo-sheets.tsx";
import { makeQrCode } from "#app/components/book/qr-code.tsx";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { requireValid } from "#app/http/api.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { readAlbumBook } from "#domain/albums/albums.server.ts";
import { DomainError } from "#core/errors.ts";
import { BookVolume } from "#core/schemas.ts";
import { getSettings } from "#core/settings.server.ts";
import { photoAddress } from "#domain/store/media-addresses.ts";

export async function loader({ params, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const book = orErrorPage(() => {
    if (!/^[1-9]\d{0,14}$/.test(params.paKey ?? ""))
      throw new DomainError("not_found", "There is no such album.");
    const { volume } = requireValid(BookVolume, Object.fromEntries(query));
    return readAlbumBook(Number(params.paKey), volume);
  });
  const address = getSettings().PUBLIC_URL + albumAddress(book.album.pa_key);
  return {
    book,
    address,
    code: await makeQrCode(address),
  };
}

export const meta = pageMeta<typeof loader>((_site, i18n, { data }) => {
  const title = data && titleOf(data.book.album);
  return {
    title: title ? t(i18n)`${title}, as a book` : t(i18n)`Album`,
    description: t(i18n)`An album’s photographs, to be printed.`,
    unlisted: true,
  };
});

export default function AlbumPrint() {
  const { t, i18n } = useLingui();
  const { book, address, code } = useLoaderData<typeof loader>();
  const { album, cover, volume, volumes } = book;
  const lang = useParentsLanguage();
  return (
    <Book
      key={volume}
      back={{ to: albumAddress(album.pa_key), label: t`Back to the album` }}
      volume={volume}
      volumes={volumes}
      title={titleOf(album)}
      lang={lang}
      days={book.days}
      picture={
        <img
          src={photoAddress(album.name, cover.name)}
          alt={photoAlt(i18n, album, cover, 0, book.total)}
          lang={cover.display_name ? lang : undefined}
          {...sizeOf(cover)}
          decoding="sync"
        />
      }
      about={
        album.desc && (
          <p dir="auto" lang={lang}>
            {album.desc}
          </p>
        )
      }
      goesOn={{
        heading: t`The album goes on`,
        text: t`See these photographs, and those that came later:`,
      }}
      address={address}
      code={code}
    >
      <PhotoSheets book={book} />
    </Book>
  );
}
