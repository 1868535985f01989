import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import type { RockGroup } from "./group-by-rock.ts";
import { JourneyCard, type JourneyText } from "./journey-card.tsx";
import { RockBanner } from "./rock-banner.tsx";
import "./rocks.css";

interface Props extends RockGroup {
  memorialName: string;
}

/** A rock and its trips, newest first, in a row that scrolls. */
export function RockJourney({ rockNumber, posts, memorialName }: Props) {
  const [reading, setReading] = useState<JourneyText>();
  return (
    <section className="rock-journey">
      <RockBanner
        rockNumber={rockNumber}
        posts={posts}
        memorialName={memorialName}
      />
      <ol
        className="journey-row"
        reversed
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Journeys of rock ${rockNumber}, newest first`}
      >
        {posts.map((post, index) => (
          <JourneyCard
            key={post.uuid}
            post={post}
            number={posts.length - index}
            onRead={setReading}
          />
        ))}
      </ol>
      <Dialog
        open={reading !== undefined}
        onClose={() => setReading(undefined)}
        title={reading?.title ?? "Location"}
        size="small"
      >
        <p className="journey-text">{reading?.text}</p>
      </Dialog>
    </section>
  );
}
