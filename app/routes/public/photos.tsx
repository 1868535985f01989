import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { albumAddress, titleOf } from "#app/components/albums/addresses.ts";
import {
  AlbumDetail,
  AlbumList,
  readAlbumAddress,
  useAlbumAddress,
} from "#app/components/albums/album-detail.tsx";
import { Page } from "#app/components/ui/page.tsx";
import { useSite } from "#app/components/ui/use-site.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { revalidateOnNewPage } from "#app/components/site/revalidate-on-new-page.ts";
import { listAlbums, listPhotos } from "#domain/albums/albums.server.ts";
import type { Album } from "#domain/albums/answers.ts";

export function loader({ request }: LoaderFunctionArgs) {
  const asked = readAlbumAddress(new URL(request.url).searchParams).album;
  const albums = listAlbums();
  return {
    albums,
    /** Of the album in the address. Others are fetched when they are chosen. */
    photos: findAlbum(albums, asked) && listPhotos(asked!),
    asked,
  };
}

/** Changing the album needs no new data. */
export const shouldRevalidate = revalidateOnNewPage;

export const meta = pageMeta<typeof loader>(
  ({ memorial_name: name }, i18n, { data, location }) => {
    const address = readAlbumAddress(new URLSearchParams(location.search));
    const album = data && findAlbum(data.albums, address.album);
    const all = {
      title: t(i18n)`Photo Albums`,
      description: t(
        i18n,
      )`Albums of ${name}'s days, and of the rocks' days since.`,
    };
    if (!album) return all;
    const photo = data.photos?.find(({ p_key }) => p_key === address.photo);
    return {
      title: photo?.display_name || titleOf(album),
      description: album.desc || all.description,
      search: albumAddress(album.pa_key, photo?.p_key).replace(/^[^?]*/, ""),
    };
  },
);

const findAlbum = (albums: Album[], paKey: number | undefined) =>
  listed(albums).find(({ pa_key }) => pa_key === paKey);

const listed = (albums: Album[]) =>
  albums.filter(({ show, first_image_name }) => show && first_image_name);

export default function Photos() {
  const { t } = useLingui();
  const { albums, photos, asked } = useLoaderData<typeof loader>();
  const address = useAlbumAddress();
  const { memorial_name: name } = useSite().site;
  const album = findAlbum(albums, address.album);
  useFocusOnLeftAlbum(album);

  if (album)
    return (
      <div className="page">
        <AlbumDetail
          key={album.pa_key}
          album={album}
          photosAtHand={album.pa_key === asked ? photos : undefined}
          address={address}
        />
      </div>
    );
  return (
    <Page
      title={<Trans>Photo Albums</Trans>}
      head={
        <p className="page-sub">
          <Trans>{name}'s days, and the days of the rocks since.</Trans>
        </p>
      }
    >
      {address.album !== undefined && (
        <p role="status">{t`That album is not here any more.`}</p>
      )}
      {listed(albums).length === 0 && (
        <p className="page-empty">{t`There are no albums here yet.`}</p>
      )}
      <AlbumList albums={listed(albums)} />
    </Page>
  );
}

function useFocusOnLeftAlbum(album: Album | undefined) {
  const left = useRef<number>();
  useEffect(() => {
    if (album) left.current = album.pa_key;
    else if (left.current !== undefined)
      document
        .querySelector<HTMLElement>(`[data-album="${left.current}"]`)
        ?.focus({ preventScroll: true });
  }, [album]);
}
