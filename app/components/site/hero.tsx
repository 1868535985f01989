import type { ReactNode } from "react";
import { FETCH_FIRST } from "../ui/fetch-first.ts";
import "./hero.css";

const TALL = "(max-aspect-ratio: 4/5)";

interface Props {
  /** A name under /media/bkg/; its portrait is the same with `_tall`. */
  picture: "home_bkg" | "rock_bkg";
  className?: string;
  children: ReactNode;
}

/** A picture across the page, with a veil that keeps what is set over it readable. */
export function Hero({ picture, className = "", children }: Props) {
  return (
    <section className={`hero on-picture ${className}`}>
      <picture>
        <source media={TALL} srcSet={addressOf(`${picture}_tall`)} />
        <img
          className="hero-picture"
          src={addressOf(picture)}
          alt=""
          {...FETCH_FIRST}
        />
      </picture>
      {children}
    </section>
  );
}

const addressOf = (picture: string) => `/media/bkg/${picture}.webp`;

/** Has the browser fetch the one picture that it will show before it knows the layout. */
export const heroLinks = (picture: Props["picture"]) =>
  [
    { media: TALL, href: addressOf(`${picture}_tall`) },
    { media: `not all and ${TALL}`, href: addressOf(picture) },
  ].map((link) => ({
    ...link,
    rel: "preload",
    as: "image" as const,
    type: "image/webp",
    ...FETCH_FIRST,
  }));
