import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { AlbumDetail } from "#app/components/albums/album-detail.tsx";
import { AlbumList } from "#app/components/albums/album-list.tsx";
import { listAlbums } from "#domain/albums.server.ts";
import type { Album } from "#domain/schemas.ts";
import { siteNames } from "#domain/site.server.ts";
import "./discovery.css";

export function loader() {
  return { site: siteNames(), albums: listAlbums({ all: false }) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Photo Albums · ${data?.site.site_name}` },
  {
    name: "description",
    content: `Albums of ${data?.site.memorial_name}'s days, and of the rocks' days since.`,
  },
];

export default function Photos() {
  const { site, albums } = useLoaderData<typeof loader>();
  const [album, setAlbum] = useState<Album>();
  const left = useRef<Album>();
  const listed = albums.filter(
    ({ show, first_image_name }) => show && first_image_name,
  );

  useEffect(() => {
    if (album || !left.current) return;
    document
      .querySelector<HTMLElement>(`[data-album="${left.current.pa_key}"]`)
      ?.focus();
  }, [album]);

  return (
    <div className="page">
      {album ? (
        <AlbumDetail
          key={album.pa_key}
          album={album}
          onClose={() => {
            left.current = album;
            setAlbum(undefined);
          }}
        />
      ) : (
        <>
          <header className="page-head">
            <h1>Photo Albums</h1>
            <p className="page-sub">
              {site.memorial_name}’s days, and the days of the rocks since.
            </p>
          </header>
          {listed.length === 0 && (
            <p className="page-empty">There are no albums here yet.</p>
          )}
          <AlbumList albums={listed} onChoose={setAlbum} />
        </>
      )}
    </div>
  );
}
