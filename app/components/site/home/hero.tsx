import type { ReactNode } from "react";
import { FETCH_FIRST } from "#app/components/ui/fetch-first.ts";
import {
  sitePictureAddress,
  tallPictureAddress,
} from "#domain/store/media-addresses.ts";
import "./hero.css";

const TALL = "(max-aspect-ratio: 4/5)";

interface Picture {
  picture: "home_bkg" | "rock_bkg";
  /** Null for the one that ships. */
  version: string | null;
}

/** A picture across the page, with a veil that keeps what is set over it readable. */
export function Hero({
  className = "",
  children,
  ...picture
}: Picture & { className?: string; children: ReactNode }) {
  const { wide, tall } = addressesOf(picture);
  return (
    <section className={`hero on-picture ${className}`}>
      <picture>
        <source media={TALL} srcSet={tall} />
        <img className="hero-picture" src={wide} alt="" {...FETCH_FIRST} />
      </picture>
      {children}
    </section>
  );
}

const addressesOf = ({ picture, version }: Picture) => ({
  wide: sitePictureAddress(picture, version),
  tall: tallPictureAddress(picture, version),
});

/** Has the browser fetch the one picture that it will show before it knows the layout; for a page's meta. */
export function heroMeta(picture: Picture) {
  const { wide, tall } = addressesOf(picture);
  return [
    { media: TALL, href: tall },
    { media: `not all and ${TALL}`, href: wide },
  ].map((link) => ({
    ...link,
    tagName: "link" as const,
    rel: "preload",
    as: "image",
    type: "image/webp",
    ...FETCH_FIRST,
  }));
}
