import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { nameCountry } from "#core/languages/country-names.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { formatDay } from "#core/languages/format-day.ts";
import { formatList } from "#app/components/language/lists.ts";
import { formatDistance } from "#core/languages/distance.ts";
import { toSquare } from "#app/components/map/web-mercator.ts";
import { RockStone } from "#app/components/ui/pebble.tsx";
import { describeFind } from "#app/components/site/on-this-day/memory.tsx";
import type { SiteNames } from "#domain/site/answers.ts";
import type { PhotoCard } from "#domain/site/on-this-day.server.ts";
import type {
  FindScene,
  JourneyScene,
  Scene,
  WorldScene,
} from "#domain/site/screen.server.ts";
import {
  imageAddress,
  imageThumbnailAddress,
  photoAddress,
  photoThumbnailAddress,
  sitePictureAddress,
} from "#domain/store/media-addresses.ts";

/** The scenes of the screen, as HTML without scripts. Each is a picture above a few words. */

interface Props {
  scene: Scene;
  site: SiteNames;
  heroVersion: string | null;
}

export const secondsOf = ({ kind }: Scene) =>
  kind === "journey" || kind === "world" ? 16 : 12;

export function SceneContent({ scene, site, heroVersion }: Props) {
  switch (scene.kind) {
    case "title":
      return <Title site={site} version={heroVersion} />;
    case "find":
      return <Find find={scene} />;
    case "photo":
      return <Photo photo={scene} />;
    case "journey":
      return <Journey journey={scene} />;
    case "world":
      return <World {...scene} />;
  }
}

const Picture = ({
  large,
  small,
  alt,
  lang,
}: {
  large: string;
  small: string;
  alt: string;
  lang: string | undefined;
}) => (
  <div className="scene-picture">
    <img className="scene-behind" src={small} alt="" />
    <img className="scene-photo" src={large} alt={alt} lang={lang} />
  </div>
);

const Words = ({ children }: { children: ReactNode }) => (
  <div className="scene-words">{children}</div>
);

function Title({ site, version }: { site: SiteNames; version: string | null }) {
  const { lang } = site;
  return (
    <>
      <div className="scene-picture">
        <img
          className="scene-hero"
          src={sitePictureAddress("home_bkg", version)}
          alt=""
        />
      </div>
      <Words>
        <h2>
          <bdi lang={lang.hero_title}>{site.hero_title}</bdi>
        </h2>
        <p>
          <bdi lang={lang.hero_subtitle}>{site.hero_subtitle}</bdi>
        </p>
      </Words>
    </>
  );
}

function Find({ find }: { find: FindScene }) {
  const { t, i18n } = useLingui();
  const { rock_number: number, comment, lang, imagename } = find;
  const title = describeFind(i18n, find);
  return (
    <>
      {imagename === null ? (
        <div className="scene-picture scene-picture--stone">
          <RockStone rockNumber={number} pin={find.pin} size={128} />
        </div>
      ) : (
        <Picture
          large={imageAddress(find, imagename)}
          small={imageThumbnailAddress(find, imagename)}
          alt={imageAlt(i18n, find, find.imagedescription)}
          lang={(find.imagedescription && lang) || undefined}
        />
      )}
      <Words>
        {find.isNew && <p className="scene-new">{t`Just found`}</p>}
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {comment && (
          <p className="scene-comment">
            <bdi lang={lang ?? undefined}>“{comment}”</bdi>
          </p>
        )}
        <p className="scene-day">{formatDay(i18n, find.date)}</p>
      </Words>
    </>
  );
}

function Photo({
  photo: { album, name, title, desc, lang },
}: {
  photo: PhotoCard;
}) {
  const { t } = useLingui();
  return (
    <>
      <Picture
        large={photoAddress(album, name)}
        small={photoThumbnailAddress(album, name)}
        alt={title || t`A photograph`}
        lang={title ? lang : undefined}
      />
      <Words>
        {title && (
          <h2>
            <bdi lang={lang}>{title}</bdi>
          </h2>
        )}
        {desc && (
          <p className="scene-comment">
            <bdi lang={lang}>{desc}</bdi>
          </p>
        )}
      </Words>
    </>
  );
}

function Journey({
  journey: { rock, distance_km: distance, countries, map },
}: {
  journey: JourneyScene;
}) {
  const { t, i18n } = useLingui();
  const { rock_number: number, trips } = rock;
  return (
    <>
      <svg
        className="scene-picture scene-map"
        viewBox={`0 0 ${map.width} ${map.height}`}
        role="img"
        aria-label={t`Map of the journey of rock ${number}`}
      >
        <path className="scene-land" fillRule="evenodd" d={map.land} />
        {/* Drawn from its start to its end. A path's length is 1 here. */}
        <path className="scene-way" pathLength={1} d={map.way} />
        {map.places.map(([x, y], index) => (
          <circle
            key={index}
            className={
              index === map.places.length - 1 ? "scene-newest" : "scene-stop"
            }
            cx={x}
            cy={y}
            r={index === map.places.length - 1 ? 5.5 : 3.5}
          />
        ))}
      </svg>
      <Words>
        <h2>
          <span className="scene-stone">
            <RockStone rockNumber={number} pin={rock.pin} size={128} />
          </span>
          <Trans>The journey of rock {number}</Trans>
        </h2>
        <p className="scene-facts">
          <span>
            <Plural value={trips} _1="Found once" other="Found # times" />
          </span>
          <span>{formatDistance(i18n, distance)}</span>
          {countries.length > 0 && (
            <span>
              {formatList(
                i18n,
                countries.map((country) => nameCountry(i18n.locale, country)),
              )}
            </span>
          )}
        </p>
      </Words>
    </>
  );
}

/** As much of a square in Web Mercator as people live in. `screen.css` has the same numbers. */
const NORTH = 0.2;
const SOUTH = 0.69;

function World({ totals, places }: WorldScene) {
  const { t } = useLingui();
  const { rocks_found: found, total_rocks: all } = totals;
  return (
    <>
      <div
        className="scene-picture scene-world"
        role="img"
        aria-label={t`A map of the world with the places where rocks were found`}
      >
        <div className="scene-world-map">
          <div className="scene-world-land" />
          <svg viewBox={`0 ${NORTH * 1000} 1000 ${(SOUTH - NORTH) * 1000}`}>
            {places.map(toSquare).map(({ x, y }, index) => (
              <circle
                key={index}
                className="scene-stop"
                cx={Math.round(x * 10_000) / 10}
                cy={Math.round(y * 10_000) / 10}
                r={3}
              />
            ))}
          </svg>
        </div>
      </div>
      <Words>
        <h2>{t`Where the rocks have been`}</h2>
        <p>
          <Trans>
            {found} of {all} rocks have been found
          </Trans>
        </p>
      </Words>
    </>
  );
}
