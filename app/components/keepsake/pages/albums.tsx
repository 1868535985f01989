import { countOf, formatCount } from "#domain/core/words.ts";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { AlbumCover } from "#app/components/albums/album-cover.tsx";
import { formatDay } from "#app/components/words/days.ts";
import { Page, type Context } from "../page.tsx";
import { PartLinks } from "../part-links.tsx";

type Of<K extends KeepsakePage["kind"]> = Context & {
  page: Extract<KeepsakePage, { kind: K }>;
};

export function AlbumsPage({ page, site, link }: Of<"albums">) {
  return (
    <Page kind="albums" title="Photographs" site={site} link={link}>
      <div className="page">
        <header className="page-head">
          <h1>Photographs</h1>
          {page.albums.length === 0 && (
            <p className="page-sub">There are no photographs here.</p>
          )}
        </header>
        <ul className="album-list">
          {page.albums.map((album) => (
            <li key={album.path}>
              <a
                className="album-tile frame on-picture"
                href={link(album.path)}
              >
                <AlbumCover
                  src={link(album.cover)}
                  title={album.title}
                  count={album.photos}
                />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}

export function AlbumPage({ page, site, link }: Of<"album">) {
  return (
    <Page kind="album" title={page.title} site={site} link={link}>
      <div className="page">
        <p className="kept-back">
          <a href={link(paths.albums)}>All albums</a>
        </p>
        <header className="page-head">
          <h1>{page.title}</h1>
          {page.desc && (
            <p className="page-sub" dir="auto">
              {page.desc}
            </p>
          )}
          <p className="page-sub">{countOf(page.photos, "photograph")}</p>
        </header>
        <ul className="album-list" data-gallery>
          {page.shown.map(({ path, picture, title }) => (
            <li key={path}>
              <a
                className="album-tile frame"
                href={link(path)}
                data-large={link(picture.large)}
                data-caption={title}
              >
                <img
                  src={link(picture.small)}
                  alt={title}
                  width={300}
                  height={300}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
        <PartLinks part={page.part} of="photographs" link={link} />
      </div>
    </Page>
  );
}

export function PhotoPage({ page, site, link }: Of<"photo">) {
  const { album, title, desc, date, picture, previous, next } = page;
  return (
    <Page
      kind="photo"
      title={`${title} · ${album.title}`}
      site={site}
      link={link}
      previous={previous}
      next={next}
    >
      <div className="page">
        <p className="kept-back">
          <a href={link(album.path)}>{album.title}</a>
        </p>
        <h1>{title}</h1>
        <figure className="kept-photo">
          <img
            src={link(picture.large)}
            alt={title}
            width={page.width ?? undefined}
            height={page.height ?? undefined}
          />
          <figcaption>
            {date && <time dateTime={date}>{formatDay(date)}</time>}
            {desc && <p dir="auto">{desc}</p>}
          </figcaption>
        </figure>
        <nav className="kept-turn" aria-label="Photographs">
          {previous ? (
            <a className="btn btn--quiet" rel="prev" href={link(previous)}>
              Previous
            </a>
          ) : (
            <span />
          )}
          <p>
            {formatCount(page.number)} of {formatCount(page.of)}
          </p>
          {next ? (
            <a className="btn btn--quiet" rel="next" href={link(next)}>
              Next
            </a>
          ) : (
            <span />
          )}
        </nav>
      </div>
    </Page>
  );
}
