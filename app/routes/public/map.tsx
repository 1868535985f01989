import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { RockList } from "#app/components/map/rock-list.tsx";
import { usePins } from "#app/components/map/use-pins.ts";
import { pebbleOf } from "#app/components/rocks/pebbles.ts";
import { RockPopup } from "#app/components/rocks/rock-popup.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { getSettings } from "#domain/settings.server.ts";
import { siteTexts } from "#domain/site.server.ts";
import "#app/components/map/map.css";

const RockMap = lazy(() => import("#app/components/map/rock-map.client.tsx"));

export function loader() {
  const { TILE_URL, TILE_ATTRIBUTION } = getSettings();
  return {
    site: siteTexts(),
    tiles: { url: TILE_URL, attribution: TILE_ATTRIBUTION },
  };
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, () => ({
    title: "Map",
    description: "Where in the world the painted rocks were last seen.",
  }));

export default function MapPage() {
  const { site, tiles } = useLoaderData<typeof loader>();
  const pins = usePins();
  const [chosen, setChosen] = useRockInAddress();
  const [asList, setAsList] = useState(false);
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  return (
    <>
      <div className={asList ? "map-page map-page--list" : "map-page"}>
        <section className="map-list" aria-labelledby="map-list-heading">
          <h1 id="map-list-heading">On the map</h1>
          {pins && <p>{countOf(pins.length)}</p>}
          {pins && (
            <RockList pins={pins} chosen={chosen} onChoose={setChosen} />
          )}
        </section>
        <section className="map-world" aria-label="World map">
          {mounted && (
            <Suspense>
              <RockMap pins={pins ?? []} tiles={tiles} onChoose={setChosen} />
            </Suspense>
          )}
        </section>
        <button
          type="button"
          className="btn map-switch"
          onClick={() => setAsList(!asList)}
        >
          {asList ? "Show the map" : "Show as a list"}
        </button>
      </div>
      {!pins && (
        <div className="map-loading" role="status">
          <img src={pebbleOf(1)} alt="" width={96} height={96} />
          Loading Rock Locations...
        </div>
      )}
      <RockPopup
        rockNumber={chosen}
        memorialName={site.memorial_name}
        onClose={() => setChosen(undefined)}
      />
    </>
  );
}

const countOf = (count: number) =>
  count === 0
    ? "No rocks on the map yet."
    : `${count.toLocaleString("en")} ${count === 1 ? "rock" : "rocks"}, each where it was last seen`;

/** The rock that `?rock=N` asks for at first; from then on what is chosen on the page. */
function useRockInAddress() {
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<number>();
  const asked = search.get("rock") ?? "";
  useEffect(() => {
    if (/^\d{1,6}$/.test(asked)) setChosen(Number(asked));
  }, [asked]);
  return [chosen, setChosen] as const;
}
