import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { formatDay } from "#app/components/rocks/days.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import type { JourneyPost } from "#domain/finds/answers.ts";
import { callApi, Refusal } from "#app/components/admin/ui/call-api.ts";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { changeOfPlace } from "#app/components/admin/places/place-choice.tsx";
import { PlaceDialog } from "#app/components/admin/places/place-dialog.tsx";
import { postPicture } from "#app/components/admin/finds/find-picture.ts";

/** Shown finds that nobody has put on the map yet, nor left without a place. */
export function UnplacedFinds({
  count,
  first,
}: {
  count: number;
  first: JourneyPost[];
}) {
  const [placing, setPlacing] = useState<JourneyPost>();
  const [failure, setFailure] = useState<string>();
  const { revalidate } = useRevalidator();

  async function leaveOut(post: JourneyPost) {
    setFailure(undefined);
    try {
      await callApi(
        "PUT",
        `/api/journey-admin/${post.rps_key}`,
        changeOfPlace(post, "none"),
        { "If-Match": `"${post.version}"` },
      );
    } catch (error) {
      console.error("Error saving place", error);
      setFailure(
        error instanceof Refusal
          ? error.message
          : "It could not be saved. Please try again.",
      );
    }
    revalidate();
  }

  function close() {
    setPlacing(undefined);
    revalidate();
  }

  return (
    <>
      {count > 0 && (
        <section aria-labelledby="unplaced">
          <header className="dashboard-head">
            <h2 id="unplaced">Shown, but not on the map</h2>
            <p>{formatCount(count)}</p>
          </header>
          {failure && (
            <p className="field-error" role="alert">
              {failure}
            </p>
          )}
          <ul className="dashboard-rows">
            {first.map((post) => {
              const of = `rock ${post.rock_number}, ${post.location}`;
              return (
                <li key={post.rps_key}>
                  <Thumbnail
                    {...postPicture(post, post.first_image_name)}
                    label={`the picture of ${of}`}
                  />
                  <span className="dashboard-row-text">
                    <b>Rock {post.rock_number}</b> {post.location}{" "}
                    <small>{formatDay(post.date.slice(0, 10))}</small>
                  </span>
                  <span className="dashboard-row-actions">
                    <button
                      type="button"
                      className="mini"
                      onClick={() => setPlacing(post)}
                    >
                      Set the place<span className="sr"> of {of}</span>
                    </button>
                    <button
                      type="button"
                      className="mini"
                      onClick={() => void leaveOut(post)}
                    >
                      No place<span className="sr"> for {of}</span>
                    </button>
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {placing && (
        <PlaceDialog
          key={placing.version}
          post={placing}
          onClose={() => setPlacing(undefined)}
          onSaved={close}
          onReload={close}
        />
      )}
    </>
  );
}
