import { Trans } from "@lingui/react/macro";
import type { SiteNames } from "#domain/site/answers.ts";
import { FETCH_FIRST } from "#app/components/ui/fetch-first.ts";
import {
  sitePictureAddress,
  tallPictureAddress,
} from "#domain/store/media-addresses.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./hero.css";

export interface HeroPicture {
  picture: "home_bkg" | "rock_bkg";
  /** Null for the picture that comes with the code. */
  version: string | null;
}

/** A picture across the page, with a veil that keeps the text on it readable. */
export const Hero = ({
  picture: { picture, version },
  className,
  children,
}: {
  picture: HeroPicture;
  className: string;
  children: Elements;
}) => (
  <section className={`hero on-picture ${className}`}>
    <picture>
      <source
        media="(max-aspect-ratio: 4/5)"
        srcSet={tallPictureAddress(picture, version)}
      />
      <img
        className="hero-picture"
        src={sitePictureAddress(picture, version)}
        alt=""
        {...FETCH_FIRST}
      />
    </picture>
    {children}
  </section>
);

export const HomeTitle = ({
  site,
  isExample,
}: {
  site: SiteNames;
  /** The name and the dates are those of nobody. */
  isExample: boolean;
}) => (
  <div className="home-title">
    <h1 dir="auto" lang={site.lang.hero_title}>
      {site.hero_title}
    </h1>
    {site.hero_subtitle && (
      <p dir="auto" lang={site.lang.hero_subtitle}>
        {site.hero_subtitle}
      </p>
    )}
    {site.memorial_dates && (
      <p className="home-dates">
        <bdi lang={site.lang.memorial_dates}>{site.memorial_dates}</bdi>
        {isExample && (
          <small>
            {" "}
            <Trans>an example</Trans>
          </small>
        )}
      </p>
    )}
  </div>
);
