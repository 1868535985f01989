import { I18nProvider } from "@lingui/react";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QrCode, type CodeOutline } from "#app/components/book/qr-code.tsx";
import { speak } from "#core/languages/catalogues.server.ts";
import { directionOf } from "#core/languages/languages.server.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import type { Scene, ScreenPosition } from "#domain/site/screen.server.ts";
import play from "./play.js?url";
import { SceneContent, secondsOf } from "./scenes.tsx";
import styles from "./screen.css?url";

interface Shown {
  language: string;
  site: SiteNames;
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
      <SceneContent scene={scene} site={site} heroVersion={heroVersion} />
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
