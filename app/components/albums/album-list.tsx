import type { Album } from "#domain/schemas.ts";
import { photoThumbnail, titleOf } from "./addresses.ts";
import "./albums.css";

interface Props {
  albums: Album[];
  onChoose: (album: Album) => void;
}

/** The covers of all albums that have one. */
export function AlbumList({ albums, onChoose }: Props) {
  return (
    <ul className="album-list">
      {albums.map((album, index) => (
        <li key={album.pa_key}>
          <button
            type="button"
            className="album-tile on-picture"
            data-album={album.pa_key}
            onClick={() => onChoose(album)}
          >
            <img
              src={photoThumbnail(album.name, album.first_image_name!)}
              alt=""
              width={300}
              height={300}
              loading={index < 4 ? "eager" : "lazy"}
            />
            <span className="album-caption">
              {titleOf(album)}
              <small>
                {album.count === 1
                  ? "1 photograph"
                  : `${album.count} photographs`}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
