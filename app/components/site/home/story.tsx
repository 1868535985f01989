import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { forwardRef } from "react";
import { Markdown } from "#app/components/ui/markdown.tsx";
import { Pebble } from "#app/components/ui/pebble.tsx";
import "./story.css";

const ROW = ["rainbow", "turtle", "heart", "mandala", "waves"] as const;

/** The person the site is for, the reason for it, and the things that a finder can do. `html` is the family's own text. */
export const Story = forwardRef<
  HTMLElement,
  { html: string; lang?: string; isExample: boolean; isAdmin: boolean }
>(function Story({ html, lang, isExample, isAdmin }, ref) {
  const { t } = useLingui();
  return (
    <section className="story measured" id="story" tabIndex={-1} ref={ref}>
      {isExample && (
        <p className="story-example">
          <Trans>
            This story is an example. The family of this site has not written
            theirs yet.
          </Trans>
          {isAdmin && (
            <span>
              {" "}
              <Link to="/admin/site#story">{t`Write your own story`}</Link>
            </span>
          )}
        </p>
      )}
      <Markdown
        html={html}
        lang={lang}
        atLine={
          <div className="story-row">
            {ROW.map((motif) => (
              <Pebble key={motif} motif={motif} size={160} lazy />
            ))}
          </div>
        }
      />

      <h2>{t`If a stone finds you`}</h2>
      <p>
        <Trans>
          Each one has a number on the back. It would like to see the world, and
          it can’t do that alone.
        </Trans>
      </p>
      <ol className="story-steps stack">
        <li>
          <Pebble motif="mountains" size={86} lazy />
          <div>
            <b className="name">{t`Take it somewhere new`}</b>
            <Trans>A bench, a beach, the top of a hill.</Trans>
          </div>
        </li>
        <li>
          <Pebble motif="sunflower" size={86} lazy />
          <div>
            <b className="name">{t`Photograph it there`}</b>
            <Trans>With the view, if there is one.</Trans>
          </div>
        </li>
        <li>
          <Pebble motif="rocket" size={86} lazy />
          <div>
            <b className="name">{t`Leave it, and tell us`}</b>
            <Trans>We’ll put its journey on the map.</Trans>
          </div>
        </li>
      </ol>
    </section>
  );
});
