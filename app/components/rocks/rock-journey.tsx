import { JourneyCard } from "./journey-card.tsx";
import type { RockGroup } from "./group-by-rock.ts";
import { RockBanner } from "./rock-banner.tsx";
import "./rocks.css";

interface Props extends RockGroup {
  memorialName: string;
}

/** A rock and its trips, newest first, in a row that scrolls. */
export function RockJourney({ rockNumber, posts, memorialName }: Props) {
  return (
    <section className="rock-journey">
      <RockBanner
        rockNumber={rockNumber}
        posts={posts}
        memorialName={memorialName}
      />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a row that scrolls must be reachable by keyboard */}
      <ol className="journey-row" reversed tabIndex={0} aria-label={`Journeys of rock ${rockNumber}, newest first`}>
        {posts.map((post, index) => (
          <JourneyCard
            key={post.uuid}
            post={post}
            number={posts.length - index}
          />
        ))}
      </ol>
    </section>
  );
}
