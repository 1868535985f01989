import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { countJourneys } from "../counts.ts";
import { stonePath } from "../assets.ts";
import { Page, type Context } from "../page.tsx";
import { PartLinks } from "../part-links.tsx";

/** A part of the list of all rocks. Its search looks through all parts. */
export function RocksPage({
  page,
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "rocks" }> }) {
  const { i18n } = useLingui();
  const { found, total } = page;
  const { memorial_name: name } = site;
  return (
    <Page kind="rocks" title={t(i18n)`Rocks`} site={site} link={link}>
      <div className="page">
        <h1>
          <Trans>{name}'s rocks</Trans>
        </h1>
        <p className="page-sub">
          {t(
            i18n,
          )`${plural(total, { one: "# rock.", other: "# rocks." })} ${plural(found, { one: "# was found and taken further.", other: "# were found and taken further." })}`}
        </p>
        <div
          role="search"
          className="kept-search"
          hidden
          data-root={link("")}
          data-search={page.search.map(link).join(" ")}
        >
          <label htmlFor="search">
            <Trans>Search all rocks by number, place or artist</Trans>
          </label>
          <input
            id="search"
            type="search"
            className="control"
            autoComplete="off"
          />
          <p role="status" />
          <ul />
        </div>
        <ul className="kept-rocks">
          {page.shown.map(({ number, artists, trips, path, picture }) => (
            <li key={number}>
              <a href={link(path)}>
                <span className="rock-face frame">
                  <img
                    className={picture ? undefined : "stand-in"}
                    src={link(picture ?? stonePath("plain"))}
                    alt=""
                    width={512}
                    height={512}
                    loading="lazy"
                  />
                </span>
                <b>
                  {number === 0
                    ? t(i18n)`Without a number`
                    : t(i18n)`Rock ${number}`}
                </b>
                <small>
                  {artists && artists !== UNKNOWN_ARTIST && (
                    <>
                      <bdi>{artists}</bdi>
                      <br />
                    </>
                  )}
                  {trips === 0 ? (
                    <Trans>Not found yet</Trans>
                  ) : (
                    countJourneys(i18n, trips)
                  )}
                </small>
              </a>
            </li>
          ))}
        </ul>
        <PartLinks
          part={page.part}
          label={t(i18n)`Parts of the list of rocks`}
          link={link}
        />
      </div>
    </Page>
  );
}
