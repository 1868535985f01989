import { countOf, formatCount, plural } from "#domain/core/words.ts";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { stonePath } from "../assets.ts";
import { Page, type Context } from "../page.tsx";
import { PartLinks } from "../part-links.tsx";

/** A part of the list of all rocks. Its search looks through all parts. */
export function RocksPage({
  page,
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "rocks" }> }) {
  return (
    <Page kind="rocks" title="Rocks" site={site} link={link}>
      <div className="page">
        <h1>{site.memorial_name}'s rocks</h1>
        <p className="page-sub">
          {countOf(page.total, "rock")}. {formatCount(page.found)}{" "}
          {plural(page.found, "was", "were")} found and taken further.
        </p>
        <div
          role="search"
          className="kept-search"
          hidden
          data-root={link("")}
          data-search={page.search.map(link).join(" ")}
        >
          <label htmlFor="search">
            Search all rocks by number, place or artist
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
                <b>{number === 0 ? "Without a number" : `Rock ${number}`}</b>
                <small>
                  {artists && artists !== "UNKNOWN" && (
                    <>
                      <bdi>{artists}</bdi>
                      <br />
                    </>
                  )}
                  {trips === 0 ? "Not found yet" : countOf(trips, "journey")}
                </small>
              </a>
            </li>
          ))}
        </ul>
        <PartLinks part={page.part} of="rocks" link={link} />
      </div>
    </Page>
  );
}
