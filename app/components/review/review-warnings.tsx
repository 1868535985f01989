import { useLingui } from "@lingui/react";
import { imageAlt } from "#domain/core/languages/image-alt.ts";
import { formatCount } from "#domain/core/words.ts";
import { useState } from "react";
import type { ReviewFind, ReviewWarning } from "#domain/review/answers.ts";
import { formatDay } from "#app/components/words/days.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { WarningIcon } from "../ui/more-icons.tsx";
import type { ReviewTools } from "./review-tools.ts";
import { SmallPicture } from "./sent-pictures.tsx";
import type { PictureStore } from "../gallery/picture-store.ts";
import { SideBySide } from "#app/components/ui/side-by-side.tsx";

interface Props {
  find: ReviewFind;
  store: PictureStore;
  tools?: ReviewTools;
}

/** What wants a second look, each with a way out. */
export const ReviewWarnings = (props: Props) =>
  props.find.warnings.map((warning) => (
    <div className="review-note notice" key={warning.kind}>
      <Warning warning={warning} {...props} />
    </div>
  ));

function Warning({ warning, ...props }: Props & { warning: ReviewWarning }) {
  const { find, tools } = props;
  switch (warning.kind) {
    case "number":
      return <NumberWarning warning={warning} {...props} />;
    case "same-picture":
      return <SamePicture warning={warning} {...props} />;
    case "too-far":
      return (
        <>
          <WarningIcon />
          <div>
            <b>{`${formatCount(warning.distance_km)} km in ${warning.hours} hours at most`}</b>
            <span>{`It was in ${warning.location}, ${formatDay(warning.date)}. Even an aeroplane needs longer, so the number or the date may be wrong.`}</span>
            {tools && (
              <Button look="text" onClick={() => tools.onEdit(find)}>
                Edit it
              </Button>
            )}
          </div>
        </>
      );
    case "place":
      return (
        <>
          <WarningIcon />
          <div>
            <b>The words and the map don’t agree</b>
            <span>
              {warning.distance_km === null
                ? `The place on the map is not in ${warning.named}.`
                : `${warning.named} is ${formatCount(warning.distance_km)} km from the place on the map.`}
            </span>
            {tools && (
              <Button look="text" onClick={() => tools.onPlace(find)}>
                Change the place
              </Button>
            )}
          </div>
        </>
      );
  }
}

type Of<Kind extends ReviewWarning["kind"]> = Extract<
  ReviewWarning,
  { kind: Kind }
>;

function NumberWarning({
  warning: { in_catalogue, code, near },
  find,
  tools,
}: Props & { warning: Of<"number"> }) {
  const { rock_number } = find;
  const offered = code ?? near?.rock_number;
  const says =
    code !== null
      ? `The code says ${code}.`
      : near
        ? `Rock ${near.rock_number} was last found ${near.distance_km < 1 ? "right here" : `${near.distance_km} km from here`}.`
        : "Perhaps a digit is wrong. It can be shown all the same.";
  return (
    <>
      <WarningIcon />
      <div>
        <b>
          {rock_number === 0
            ? "The number couldn’t be read"
            : in_catalogue
              ? "The finder wrote another number"
              : `${rock_number} isn’t in the catalogue`}
        </b>
        <span>{says}</span>
        {tools && offered !== undefined && (
          <UseNumber find={find} tools={tools} number={offered} />
        )}
      </div>
    </>
  );
}

function UseNumber({
  find,
  tools,
  number,
}: {
  find: ReviewFind;
  tools: ReviewTools;
  number: number;
}) {
  const [failure, setFailure] = useState<string>();
  return (
    <>
      <Button
        look="text"
        onClick={() => void tools.saveNumber(find, number).then(setFailure)}
      >{`Use ${number}`}</Button>
      {failure && (
        <span className="review-failure" role="alert">
          {failure}
        </span>
      )}
    </>
  );
}

function SamePicture({
  warning: { imagename, earlier },
  find,
  store,
}: Props & { warning: Of<"same-picture"> }) {
  const { i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const title = "This picture looks like one sent before";
  if (!earlier)
    return (
      <>
        <WarningIcon />
        <div>
          <b>{title}</b>
          It is with a find that isn’t shown.
        </div>
      </>
    );
  const { uuid, name, rock_number, location, date, show } = earlier;
  const words = `Rock ${rock_number}, ${location}, ${formatDay(date)}${name ? `, from ${name}` : ""}.`;
  const picture = { uuid, name: earlier.imagename };
  return (
    <>
      <span className="review-same frame">
        <SmallPicture store={store} {...picture} size="sm" />
      </span>
      <div>
        <b>{title}</b>
        <span>{`${words} It is ${show ? "already shown" : "not shown"}.`}</span>
        <Button look="text" onClick={() => setIsOpen(true)}>
          Compare them
        </Button>
      </div>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Compare them"
        size="large"
      >
        <SideBySide>
          <figure>
            <SmallPicture
              store={store}
              uuid={find.uuid}
              name={imagename}
              size="webp"
              alt={imageAlt(
                i18n,
                find,
                find.images.find(({ name }) => name === imagename)?.description,
              )}
            />
            <figcaption className="soft">This find</figcaption>
          </figure>
          <figure>
            <SmallPicture store={store} {...picture} size="webp" />
            <figcaption className="soft">{words}</figcaption>
          </figure>
        </SideBySide>
      </Dialog>
    </>
  );
}
