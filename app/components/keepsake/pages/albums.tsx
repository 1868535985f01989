import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { AlbumCover } from "#app/components/albums/album-cover.tsx";
import { formatDay } from "#app/components/language/days.ts";
import { formatCount } from "#app/components/language/measures.ts";
import { countPhotographs } from "../counts.ts";
import { Page, type Context } from "../page.tsx";
import { PartLinks } from "../part-links.tsx";

type Of<K extends KeepsakePage["kind"]> = Context & {
  page: Extract<KeepsakePage, { kind: K }>;
};

const titleOf = (
  i18n: I18n,
  { title, number }: { title: string; number: number },
) => title || t(i18n)`Photograph ${number}`;

export function AlbumsPage({ page, site, link }: Of<"albums">) {
  const { t } = useLingui();
  return (
    <Page kind="albums" title={t`Photographs`} site={site} link={link}>
      <div className="page">
        <header className="page-head">
          <h1>
            <Trans>Photographs</Trans>
          </h1>
          {page.albums.length === 0 && (
            <p className="page-sub">
              <Trans>There are no photographs here.</Trans>
            </p>
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
  const { t, i18n } = useLingui();
  return (
    <Page kind="album" title={page.title} site={site} link={link}>
      <div className="page">
        <p className="kept-back">
          <a href={link(paths.albums)}>
            <Trans>All albums</Trans>
          </a>
        </p>
        <header className="page-head">
          <h1>{page.title}</h1>
          {page.desc && (
            <p className="page-sub" dir="auto">
              {page.desc}
            </p>
          )}
          <p className="page-sub">{countPhotographs(i18n, page.photos)}</p>
        </header>
        <ul className="album-list" data-gallery>
          {page.shown.map(({ path, picture, ...photo }) => (
            <li key={path}>
              <a
                className="album-tile frame"
                href={link(path)}
                data-large={link(picture.large)}
                data-caption={titleOf(i18n, photo)}
              >
                <img
                  src={link(picture.small)}
                  alt={titleOf(i18n, photo)}
                  width={300}
                  height={300}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
        <PartLinks
          part={page.part}
          label={t`Parts of the list of photographs`}
          link={link}
        />
      </div>
    </Page>
  );
}

export function PhotoPage({ page, site, link }: Of<"photo">) {
  const { t, i18n } = useLingui();
  const { album, desc, date, picture, previous, next } = page;
  const title = titleOf(i18n, page);
  const pageTitle = `${title} · ${album.title}`;
  const nth = formatCount(i18n, page.number);
  const count = formatCount(i18n, page.of);
  return (
    <Page
      kind="photo"
      title={pageTitle}
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
            {date && <time dateTime={date}>{formatDay(i18n, date)}</time>}
            {desc && <p dir="auto">{desc}</p>}
          </figcaption>
        </figure>
        <nav className="kept-turn" aria-label={t`Photographs`}>
          {previous ? (
            <a className="btn btn--quiet" rel="prev" href={link(previous)}>
              <Trans>Previous</Trans>
            </a>
          ) : (
            <span />
          )}
          <p>
            <Trans>
              {nth} of {count}
            </Trans>
          </p>
          {next ? (
            <a className="btn btn--quiet" rel="next" href={link(next)}>
              <Trans>Next</Trans>
            </a>
          ) : (
            <span />
          )}
        </nav>
      </div>
    </Page>
  );
}
