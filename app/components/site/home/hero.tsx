import { FETCH_FIRST } from "#app/components/ui/shown.tsx";
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
