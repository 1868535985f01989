import type { ComponentPropsWithoutRef } from "react";
import { Plural } from "@lingui/react/macro";

/** The picture of an album with its name, for a link of the class `album-tile`. */
export const AlbumCover = ({
  title,
  lang,
  count,
  ...img
}: ComponentPropsWithoutRef<"img"> & { title: string; count: number }) => (
  <>
    <img alt="" width={300} height={300} loading="lazy" {...img} />
    <span className="album-caption frame-words">
      <bdi lang={lang}>{title}</bdi>
      <small>
        <Plural value={count} one="# photograph" other="# photographs" />
      </small>
    </span>
  </>
);
