import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { KeepsakePage } from "#domain/keepsake/pages.ts";
import { paths } from "#domain/keepsake/paths.ts";
import { WorldMap } from "../maps.tsx";
import { Page, type Context } from "../page.tsx";

export function MapPage({
  page: { view, pins, rocks },
  site,
  link,
}: Context & { page: Extract<KeepsakePage, { kind: "map" }> }) {
  const { t } = useLingui();
  return (
    <Page kind="map" title={t`Map`} site={site} link={link}>
      <div className="page">
        <h1>
          <Trans>Where they are now</Trans>
        </h1>
        <p className="page-sub">
          {rocks === 0 ? (
            <Trans>No rock is on the map.</Trans>
          ) : (
            <Plural
              value={rocks}
              one="# rock, each where it was last seen."
              other="# rocks, each where it was last seen."
            />
          )}{" "}
          {pins.length < rocks && (
            <>
              <Trans>
                Where many are close together, one pin stands for all of them.
              </Trans>{" "}
            </>
          )}
          <Trans>
            <a href={link(paths.rocks(1))}>The list of rocks</a> has them all.
          </Trans>
        </p>
        <WorldMap view={view} pins={pins} link={link} />
      </div>
    </Page>
  );
}
