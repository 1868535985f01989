import { countOf } from "#domain/core/words.ts";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { WorldMap } from "../maps.tsx";
import { Page, type Context } from "../page.tsx";

export function MapPage({
  page: { view, pins, rocks },
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "map" }> }) {
  return (
    <Page kind="map" title="Map" site={site} link={link}>
      <div className="page">
        <h1>Where they are now</h1>
        <p className="page-sub">
          {rocks === 0
            ? "No rock is on the map."
            : `${countOf(rocks, "rock")}, each where it was last seen.`}{" "}
          {pins.length < rocks &&
            "Where many are close together, one pin stands for all of them. "}
          <a href={link(paths.rocks(1))}>The list of rocks</a> has them all.
        </p>
        <WorldMap view={view} pins={pins} link={link} />
      </div>
    </Page>
  );
}
