import { Link } from "@remix-run/react";
import { forwardRef } from "react";
import { Pebble } from "../ui/pebble.tsx";

const ROW = ["rainbow", "turtle", "heart", "mandala", "waves"];

/** Whom the site is for, and why it was made. */
export const Story = forwardRef<HTMLElement, { name: string }>(function Story(
  { name },
  ref,
) {
  return (
    <section className="story" id="story" tabIndex={-1} ref={ref}>
      <h2>The boy with the heavy pockets</h2>
      <p className="story-lead">
        {name} was born early in the morning, at the hour when the birds begin.
        He was wide awake, as if he had somewhere to be.
      </p>
      <p>
        He looked at everything as though it had been put there for him to find.
        He crawled towards doors. His first word was “out”.
      </p>
      <p>
        By the time he could walk, he had work to do. Every path had to be
        checked, and every good stone had to come home with us. We found them in
        shoes, in the bread tin, and once in the pocket of a coat that belonged
        to nobody we knew.
      </p>
      <p>
        He had rules. A stone had to fit the hand. It had to be cold first and
        warm later. And the best one of the day was never for him.
      </p>
      <div className="story-row">
        {ROW.map((motif) => (
          <Pebble key={motif} motif={motif} size={160} lazy />
        ))}
      </div>
      <blockquote>
        “This one is for you,” he would say, and put it in your hand.
      </blockquote>

      <h2>Small adventures</h2>
      <p>
        He never needed to go far. The stream behind the house was a river, the
        gravel heap was a mountain range, and a walk to the post box could take
        an hour. He climbed what could be climbed. He greeted every dog by the
        wrong name. When it rained he asked for his boots, and when it snowed he
        asked where the stones had gone.
      </p>
      <p>
        In the evening he laid out what he had found on the windowsill, in an
        order that only he understood. We were not allowed to dust there.
      </p>

      <h2>The night we lost him</h2>
      <p>
        {name} died in his sleep. He was about two and a half years old. He had
        been well that day; he had carried a stone home from the playground.
        Nobody has been able to tell us why.
      </p>
      <p>
        There is a name for such a death, and no explanation:{" "}
        <Link to="/sudc">sudden unexplained death in childhood</Link>. Most
        families hear these words for the first time on the worst day of their
        lives, as we did.
      </p>

      <h2>Why we made this site</h2>
      <p>
        In the weeks after, his cousins painted the stones he had left on the
        windowsill: ladybirds, foxes, hearts, a rocket. We could not keep them
        indoors. It would not have been like him. So we gave each a number and
        hid the first ones along the walks he liked.
      </p>
      <p>
        Then somebody wrote to us from another town, with a picture. A while
        later somebody wrote from another country. The stone was on a beach{" "}
        {name} never saw, in the hand of a girl of his age.
      </p>
      <p>
        This is where those journeys come together. There was so much that he
        had not seen yet. His rocks see it for him, carried from one good place
        to the next by people he would have liked.
      </p>

      <h2>If a stone finds you</h2>
      <p>
        Each one has a number on the back. It would like to see the world, and
        it can’t do that alone.
      </p>
      <ol className="story-steps">
        <li>
          <Pebble motif="mountains" size={86} lazy />
          <div>
            <b>Take it somewhere new</b>A bench, a beach, the top of a hill.
          </div>
        </li>
        <li>
          <Pebble motif="sunflower" size={86} lazy />
          <div>
            <b>Photograph it there</b>With the view, if there is one.
          </div>
        </li>
        <li>
          <Pebble motif="rocket" size={86} lazy />
          <div>
            <b>Leave it, and tell us</b>We’ll put its journey on the map.
          </div>
        </li>
      </ol>
    </section>
  );
});
