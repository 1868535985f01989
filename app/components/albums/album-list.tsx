import { Plural } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { albumAddress, titleOf } from "./addresses.ts";
import type { Album } from "#domain/albums/answers.ts";
import { useParentsLanguage } from "../language/use-other-language.ts";
import { FETCH_FIRST } from "../ui/fetch-first.ts";
import { FROM_LIST } from "./use-album-address.ts";
import { photoThumbnailAddress } from "#domain/store/media-addresses.ts";
import "./albums.css";

export function AlbumList({ albums }: { albums: Album[] }) {
  const lang = useParentsLanguage();
  return (
    <ul className="album-list">
      {albums.map(({ count, ...album }, index) => (
        <li key={album.pa_key}>
          <Link
            className="album-tile mosaic frame"
            to={albumAddress(album.pa_key)}
            state={FROM_LIST}
            data-album={album.pa_key}
          >
            <img
              src={photoThumbnailAddress(album.name, album.first_image_name!)}
              alt=""
              width={300}
              height={300}
              loading="lazy"
              {...(index < 4 && { loading: "eager", ...FETCH_FIRST })}
            />
            <span className="album-caption frame-words">
              <bdi lang={lang}>{titleOf(album)}</bdi>
              <small>
                <Plural
                  value={count}
                  one="# photograph"
                  other="# photographs"
                />
              </small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
