import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import { MapSearch, numberIn } from "#app/components/map/map-search.tsx";
import {
  NOTHING,
  WHOLE_WORLD,
  ZOOM_MAX,
  type Pile,
} from "#app/components/map/pins/pin-source.ts";
import type { Goal } from "#app/components/map/rock-map.client.tsx";
import {
  PileDialog,
  type Stack,
} from "#app/components/map/pins/cluster-dialog.tsx";
import { RockList } from "#app/components/map/rock-list.tsx";
import { useAnswer } from "#app/components/map/use-answer.ts";
import { useRockInAddress } from "#app/components/map/use-rock-in-address.ts";
import {
  PILED_ABOVE,
  usePinSource,
} from "#app/components/map/pins/use-pin-source.ts";
import { pebblePicture } from "#app/components/rocks/pebbles.ts";
import { RockPopup } from "#app/components/rocks/rock-popup.tsx";
import { useRouteOfRock } from "#app/components/rocks/journey/use-route-of-rock.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { FETCH_FIRST } from "#app/components/ui/fetch-first.ts";
import { revalidateOnNewPage } from "#app/components/site/revalidate-on-new-page.ts";
import { countPins } from "#domain/finds/journeys.server.ts";
import type { MapPin } from "#domain/finds/packed-pins.ts";
import { listPinVersions } from "#domain/rocks/rock-pictures.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import "./map.css";

const RockMap = lazy(() => import("#app/components/map/rock-map.client.tsx"));

/** Links that the list grows by. */
const STEP = 60;
const TOWN_ZOOM = 11;

export function loader() {
  const { TILE_URL, TILE_ATTRIBUTION } = getSettings();
  const pins = countPins();
  return {
    site: siteNames(),
    tiles: { url: TILE_URL, attribution: TILE_ATTRIBUTION },
    pins,
    pictures: pins <= PILED_ABOVE ? listPinVersions() : {},
  };
}

/** A rock that is chosen changes the address alone. */
export const shouldRevalidate = revalidateOnNewPage;

export const meta: MetaFunction = (args) =>
  pageMeta(args, () => ({
    title: "Map",
    description: "Where in the world the painted rocks were last seen.",
  }));

export default function MapPage() {
  const { site, tiles, pins, pictures } = useLoaderData<typeof loader>();
  const { source, failed, retry } = usePinSource(pins, pictures);
  const [view, setView] = useState(WHOLE_WORLD);
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(STEP);
  const [goal, setGoal] = useState<Goal>();
  const [stack, setStack] = useState<Stack>();
  const { chosen, choose, close } = useRockInAddress();
  const [asList, setAsList] = useState(false);
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  const number = numberIn(text);
  const sight = useAnswer(
    useMemo(() => source && (() => source.look(view)), [source, view]),
  );
  const list = useAnswer(
    useMemo(
      () => source && (() => source.list(view, number, limit)),
      [source, view, number, limit],
    ),
  );
  const route = useRouteOfRock(chosen);

  const open = useCallback(
    async (opened: Pile) => {
      const zoom = await source!.openingZoom(opened);
      if (zoom > ZOOM_MAX)
        setStack({
          count: opened.count,
          list: (limit) => source!.pinsOf(opened, limit),
        });
      else setGoal({ ...opened, zoom });
    },
    [source],
  );

  const openStack = useCallback(
    (pins: MapPin[]) =>
      setStack({
        count: pins.length,
        list: async (limit) => ({
          pins: pins.slice(0, limit),
          total: pins.length,
        }),
      }),
    [],
  );

  return (
    <>
      <div className={asList ? "map-page map-page--list" : "map-page"}>
        <section className="map-list" aria-labelledby="map-list-heading">
          <h1 id="map-list-heading">On the map</h1>
          <MapSearch
            text={text}
            onText={setText}
            onPlace={(place) => {
              setGoal({ ...place, zoom: TOWN_ZOOM });
              setAsList(false);
            }}
            onRock={choose}
          />
          {source && list && (
            <>
              <p role="status">{countOf(list.total, source.total, number)}</p>
              <RockList
                list={list}
                chosen={chosen}
                onChoose={choose}
                onMore={() => setLimit(limit + STEP)}
              />
            </>
          )}
        </section>
        <section className="map-world" aria-label="World map">
          {mounted && (
            <Suspense>
              <RockMap
                sight={sight ?? NOTHING}
                tiles={tiles}
                goal={goal}
                route={route}
                onView={setView}
                onChoose={choose}
                onOpen={open}
                onStack={openStack}
              />
            </Suspense>
          )}
        </section>
        <div className="map-failed" role="status">
          {failed && (
            <>
              <p>The rocks could not be loaded.</p>
              <button type="button" className="btn btn--quiet" onClick={retry}>
                Try again
              </button>
            </>
          )}
        </div>
        <button
          type="button"
          className="btn map-switch"
          onClick={() => setAsList(!asList)}
        >
          {asList ? "Show the map" : "Show as a list"}
        </button>
      </div>
      {!source && !failed && (
        <div className="map-loading" role="status">
          <img
            src={pebblePicture("ladybird")}
            alt=""
            width={96}
            height={96}
            {...FETCH_FIRST}
          />
          Loading Rock Locations...
        </div>
      )}
      <PileDialog
        stack={stack}
        onChoose={(rockNumber) => {
          setStack(undefined);
          choose(rockNumber);
        }}
        onClose={() => setStack(undefined)}
      />
      <RockPopup
        rockNumber={chosen}
        memorialName={site.memorial_name}
        onClose={close}
      />
    </>
  );
}

function countOf(listed: number, total: number, number: string) {
  if (total === 0) return "No rocks on the map yet.";
  if (number !== "")
    return listed === 0
      ? `No rock on the map has a number that begins with ${number}.`
      : `${rocks(listed)} with a number that begins with ${number}`;
  return listed === total
    ? `${rocks(total)}, each where it was last seen`
    : `${rocks(listed)} in view of ${formatCount(total)}`;
}

const rocks = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "rock" : "rocks"}`;
