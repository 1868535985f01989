import { useId, useState } from "react";
import { Picture } from "../gallery/picture.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { cataloguePicture, largeCataloguePicture } from "./addresses.ts";
import { formatDay } from "./days.ts";
import type { RockGroup } from "./group-by-rock.ts";
import { pebbleOf } from "./pebbles.ts";

interface Props extends RockGroup {
  memorialName: string;
}

/** Who a rock is: its picture, how often it has travelled, since when. */
export function RockBanner({ rockNumber, posts, memorialName }: Props) {
  const [open, setOpen] = useState(false);
  const heading = useId();
  const days = posts.map((post) => post.date).sort();
  const first = formatDay(days[0]!);
  const latest = formatDay(days.at(-1)!);
  const name = `${memorialName}'s Rock: ${rockNumber}`;

  return (
    <div className="rock-banner" role="group" aria-labelledby={heading}>
      <button
        type="button"
        className="rock-face"
        aria-label={`See rock ${rockNumber} large`}
        onClick={() => setOpen(true)}
      >
        <Picture
          key={rockNumber}
          src={rockNumber === 0 ? pebbleOf(0) : cataloguePicture(rockNumber)}
          className={rockNumber === 0 ? "stand-in" : undefined}
          fallback={pebbleOf(rockNumber)}
          alt=""
          width={512}
          height={512}
          loading="lazy"
        />
      </button>
      <h2 id={heading}>{name}</h2>
      <dl className="rock-facts">
        <div>
          <dt>Total trips</dt>
          <dd>{posts.length}</dd>
        </div>
        <div>
          <dt>First</dt>
          <dd>{first}</dd>
        </div>
        <div>
          <dt>Latest</dt>
          <dd>{latest}</dd>
        </div>
      </dl>
      <Dialog open={open} onClose={() => setOpen(false)} title={name}>
        {open && (
          <div className="rock-card">
            <Picture
              src={
                rockNumber === 0
                  ? pebbleOf(0)
                  : largeCataloguePicture(rockNumber)
              }
              fallback={pebbleOf(rockNumber)}
              alt={`Rock ${rockNumber}`}
            />
            {posts[0]!.artists.map((artist) => (
              <p key={artist}>Artist: {artist}</p>
            ))}
            <p>Total Trips: {posts.length}</p>
            <p>Start Date: {first}</p>
            <p>Latest Date: {latest}</p>
          </div>
        )}
      </Dialog>
    </div>
  );
}
