import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Link,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import { DrawnWorld } from "#app/components/map/drawn-world.tsx";
import { MapSearch, readRockNumber } from "#app/components/map/map-search.tsx";
import {
  NO_PINS,
  WHOLE_WORLD,
  ZOOM_MAX,
  type Cluster,
  type FilteredPins,
  type Viewport,
} from "#app/components/map/pins/pin-source.ts";
import type { MapTarget } from "#app/components/map/rock-map.client.tsx";
import {
  ClusterDialog,
  RockList,
  STEP,
  type RockGroup,
} from "#app/components/map/rock-list.tsx";
import { useLatestResult } from "#app/components/map/use-latest-result.ts";
import {
  CLUSTERED_ABOVE,
  usePinSource,
} from "#app/components/map/pins/use-pin-source.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { pebblePicture } from "#app/components/ui/pebble.tsx";
import { RockPopup } from "#app/components/rocks/rock-popup.tsx";
import { useRouteOfRock } from "#app/components/rocks/journey/use-route-of-rock.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { FETCH_FIRST } from "#app/components/ui/shown.tsx";
import { revalidateOnNewPage } from "#app/components/site/revalidate-on-new-page.ts";
import { countPins } from "#domain/finds/journeys.server.ts";
import { readPinKey, type MapPin } from "#domain/finds/packed-pins.ts";
import { listPinVersions } from "#domain/rocks/rock-pictures.server.ts";
import { keeping } from "#core/keeping.server.ts";
import { drawWorld } from "#domain/keepsake/draw-world.server.ts";
import { ON_PAGE, usePageBelow } from "#app/components/ui/dialog-steps.ts";
import "./map.css";

const loadMap = () => import("#app/components/map/rock-map.client.tsx");

const TOWN_ZOOM = 11;

export function loader({ request }: LoaderFunctionArgs) {
  const pins = countPins();
  return {
    drawn: keeping.day ? drawWorld(languageOf(request)) : undefined,
    pins,
    pictures: pins <= CLUSTERED_ABOVE ? listPinVersions() : {},
  };
}

/** Choosing a rock changes only the address. */
export const shouldRevalidate = revalidateOnNewPage;

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`Map`,
  description: t(i18n)`Where in the world the painted rocks were last seen.`,
}));

export default function MapPage() {
  const { drawn } = useLoaderData<typeof loader>();
  return import.meta.env.SSR && drawn ? <DrawnWorld {...drawn} /> : <LiveMap />;
}

function LiveMap() {
  const { t, i18n } = useLingui();
  const { pins, pictures } = useLoaderData<typeof loader>();
  const { source, failed, retry } = usePinSource(pins, pictures);
  const [viewport, setViewport] = useState(WHOLE_WORLD);
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(STEP);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [target, setTarget] = useState<MapTarget>();
  const [group, setGroup] = useState<RockGroup>();
  const { chosen, asList, choose, showList, close } = useMapAddress();
  const map = useLoaded(loadMap).part;

  const number = readRockNumber(text);
  const visiblePins = useLatestResult(source?.visiblePins, viewport);
  const listed = isWhole ? WHOLE_WORLD : viewport;
  const list = useLatestResult(source?.list, listed, number, limit);
  // A rock without a number was in one place.
  const route = useRouteOfRock(
    chosen?.find === undefined ? chosen?.rockNumber : undefined,
  );

  const moveTo = useCallback((viewport: Viewport) => {
    setViewport(viewport);
    setWhole(false);
  }, []);

  const openCluster = useCallback(
    async (cluster: Cluster) => {
      const { count } = cluster;
      const zoom = await source!.openingZoom(cluster);
      if (zoom <= ZOOM_MAX) return setTarget({ ...cluster, zoom });
      const list = (limit: number) => source!.pinsOfCluster(cluster, limit);
      setGroup({ count, list });
    },
    [source],
  );

  const openGroup = useCallback((all: MapPin[]) => {
    const count = all.length;
    const list = async (limit: number) => ({
      pins: all.slice(0, limit),
      total: count,
    });
    setGroup({ count, list });
  }, []);

  return (
    <>
      <div className={asList ? "map-page map-page--list" : "map-page"}>
        <section className="map-list" aria-labelledby="map-list-heading">
          <h1 id="map-list-heading" ref={heading} tabIndex={-1}>
            <Trans>On the map</Trans>
          </h1>
          <MapSearch
            text={text}
            onText={setText}
            onPlace={(place) => {
              setTarget({ ...place, zoom: TOWN_ZOOM });
              if (asList) close();
            }}
            onRock={choose}
          />
          {source && list && (
            <>
              <div role="status">
                {describeList(i18n, list, number).map((line) => (
                  <p key={line} className="soft">
                    {line}
                  </p>
                ))}
              </div>
              {number === "" && list.total < source.total && (
                <Button
                  look="text"
                  onClick={() => {
                    setWhole(true);
                    heading.current?.focus();
                  }}
                >
                  <Trans>Show all rocks</Trans>
                </Button>
              )}
              <RockList
                list={list}
                chosen={chosen?.key}
                onChoose={choose}
                onMore={() => setLimit(limit + STEP)}
              />
            </>
          )}
        </section>
        <section className="map-world map-frame" aria-label={t`World map`}>
          <noscript className="map-still centre">
            <Link className="btn" to="/all-rocks">{t`See All Rocks`}</Link>
          </noscript>
          {map && (
            <map.default
              visiblePins={visiblePins ?? NO_PINS}
              target={target}
              route={route}
              onViewport={moveTo}
              onChoose={choose}
              onOpenCluster={openCluster}
              onOpenGroup={openGroup}
            />
          )}
        </section>
        <div className="map-failed row raised" role="status">
          {failed && (
            <>
              <p>{t`The rocks could not be loaded.`}</p>
              <Button look="quiet" onClick={retry}>{t`Try again`}</Button>
            </>
          )}
        </div>
        <Button className="map-switch" onClick={asList ? close : showList}>
          {asList ? t`Show the map` : t`Show as a list`}
        </Button>
      </div>
      {!source && !failed && (
        <div className="map-loading lead stack stack--centre" role="status">
          <img
            src={pebblePicture("ladybird")}
            alt=""
            width={96}
            height={96}
            {...FETCH_FIRST}
          />
          <Trans>Loading Rock Locations...</Trans>
        </div>
      )}
      <ClusterDialog
        group={group}
        onChoose={(pin) => {
          setGroup(undefined);
          choose(pin);
        }}
        onClose={() => setGroup(undefined)}
      />
      <RockPopup
        rockNumber={chosen?.rockNumber}
        find={chosen?.find}
        onClose={close}
        inAddress
      />
    </>
  );
}

/** Rocks without a number count apart, as on Track The Rocks. */
function describeList(i18n: I18n, list: FilteredPins, number: string) {
  const { total, numbered } = list;
  const unnumbered = total - numbered;
  return [
    (numbered > 0 || unnumbered === 0) && describeNumbered(i18n, list, number),
    unnumbered > 0 &&
      t(
        i18n,
      )`${plural(unnumbered, { one: "# rock without a number", other: "# rocks without a number" })}`,
  ].filter((line) => line !== false);
}

function describeNumbered(
  i18n: I18n,
  { numbered: listed, allNumbered: total }: FilteredPins,
  number: string,
) {
  if (total === 0) return t(i18n)`No rocks on the map yet.`;
  if (number !== "")
    return listed === 0
      ? t(i18n)`No rock on the map has a number that begins with ${number}.`
      : t(
          i18n,
        )`${plural(listed, { one: `# rock with a number that begins with ${number}`, other: `# rocks with a number that begins with ${number}` })}`;
  if (listed === total)
    return t(
      i18n,
    )`${plural(total, { one: "# rock, each where it was last seen", other: "# rocks, each where it was last seen" })}`;
  const all = i18n.number(total);
  return t(
    i18n,
  )`${plural(listed, { one: `# rock in view of ${all}`, other: `# rocks in view of ${all}` })}`;
}

/** `?rock=N` is the chosen rock, as `pinKey` names it, `?list` the list on a phone. Each is a step in the history, which Back and closing undo. */
function useMapAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const chosen = readPinKey(search.get("rock") ?? "");
  const asList = search.has("list");
  usePageBelow(chosen !== undefined || asList, "/map");
  const goTo = useCallback(
    (query: string) =>
      navigate(`/map?${query}`, { state: ON_PAGE, preventScrollReset: true }),
    [navigate],
  );

  return {
    chosen,
    asList,
    choose: useCallback(
      (pin: string) => goTo(`${asList ? "list&" : ""}rock=${pin}`),
      [goTo, asList],
    ),
    showList: () => goTo("list"),
    close: () => navigate(-1),
  };
}
