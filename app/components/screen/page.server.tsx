import { I18nProvider } from "@lingui/react";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QrCode, type CodeOutline } from "#app/components/book/qr-code.tsx";
import { formatDay } from "#core/languages/format-day.ts";
import { formatList } from "#app/components/language/lists.ts";
import { toSquare } from "#app/components/map/web-mercator.ts";
import { RockStone } from "#app/components/ui/pebble.tsx";
import { describeFind } from "#app/components/site/on-this-day/memory.tsx";
import { speak } from "#core/languages/catalogues.server.ts";
import { nameCountry } from "#core/languages/country-names.ts";
import { formatDistance } from "#core/languages/distance.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { directionOf } from "#core/languages/languages.server.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import type { PhotoCard } from "#domain/site/on-this-day.server.ts";
import type {
  FindScene,
  JourneyScene,
  Scene,
  ScreenPosition,
  WorldScene,
} from "#domain/site/screen.server.ts";
import {
  imageAddress,
  imageThumbnailAddress,
  photoAddress,
  photoThumbnailAddress,
  sitePictureAddress,
} from "#domain/store/media-addresses.ts";
import play from "./play.js?url";
import styles from "./screen.css?url";

interface Shown {
  language: string;
  site: SiteNames;
  /** Of the home page's picture. */
  heroVersion: string | null;
  scene: Scene;
  next: ScreenPosition;
}

interface WholeScreen extends Shown {
  address: string;
  code: CodeOutline;
}

const render = (language: string, content: ReactNode) =>
  renderToStaticMarkup(
    <I18nProvider i18n={speak(language)}>{content}</I18nProvider>,
  );

/** The whole page with one scene, which its script replaces. Without scripts the browser loads the page again. */
export const renderScreen = (page: WholeScreen) =>
  `<!DOCTYPE html>${render(page.language, <ScreenPage {...page} />)}`;

export const renderScene = (shown: Shown) =>
  render(shown.language, <SceneFrame {...shown} />);

const addressOf = ({ step, since }: ScreenPosition, language: string) =>
  `/screen?step=${step}&since=${encodeURIComponent(since)}&lang=${language}`;

/** Its data tell the script when and where the next one is, and of which version of the site it is. */
function SceneFrame({ language, site, heroVersion, scene, next }: Shown) {
  return (
    <section
      className={`scene scene--${scene.kind}`}
      data-seconds={secondsOf(scene)}
      data-next={addressOf(next, language)}
      data-version={`${play} ${styles}`}
    >
      {contentOf(scene, site, heroVersion)}
    </section>
  );
}

function ScreenPage({ address, code, ...shown }: WholeScreen) {
  const { site, language, scene, next } = shown;
  const { lang } = site;
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="dark" />
        <title>{site.site_name}</title>
        <link rel="icon" href="/favicon.png" type="image/png" />
        <link rel="stylesheet" href={styles} />
        <noscript>
          <meta
            httpEquiv="refresh"
            content={`${secondsOf(scene)};url=${addressOf(next, language)}`}
          />
        </noscript>
        <script src={play} defer />
      </head>
      <body>
        <main>
          <h1 className="screen-hidden">{site.site_name}</h1>
          <div id="stage">
            <SceneFrame {...shown} />
          </div>
          <div className="screen-corner">
            <p>
              <b dir="auto" lang={lang.memorial_name}>
                {site.memorial_name}
              </b>
              {site.memorial_dates && (
                <span dir="auto" lang={lang.memorial_dates}>
                  {site.memorial_dates}
                </span>
              )}
              <span className="screen-address" dir="ltr">
                {address.replace(/^https?:\/\//, "")}
              </span>
            </p>
            <QrCode code={code} className="screen-code" />
          </div>
          <p id="paused" className="screen-paused" role="status" hidden>
            <Trans>Paused. Press the space bar to go on.</Trans>
          </p>
        </main>
      </body>
    </html>
  );
}

const secondsOf = ({ kind }: Scene) =>
  kind === "journey" || kind === "world" ? 16 : 12;

/** Each scene is a picture above a few words, as HTML without scripts. */
function contentOf(scene: Scene, site: SiteNames, heroVersion: string | null) {
  switch (scene.kind) {
    case "title":
      return <Title site={site} version={heroVersion} />;
    case "find":
      return <Find {...scene} />;
    case "photo":
      return <Photo {...scene} />;
    case "journey":
      return <Journey {...scene} />;
    case "world":
      return <World {...scene} />;
  }
}

/** A whole picture on a soft, dim one that fills the screen. */
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

function Find(find: FindScene) {
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

function Photo({ album, name, title, desc, lang }: PhotoCard) {
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

function Journey({ rock, distance_km, countries, map }: JourneyScene) {
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
          <span>{formatDistance(i18n, distance_km)}</span>
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
