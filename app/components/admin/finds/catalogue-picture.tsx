import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { EnlargingPicture } from "#app/components/admin/ui/picture.tsx";
import "./catalogue-picture.css";

interface Props {
  rockNumber: number;
  /** The rock of that number, if the screen has loaded it: one item, or none. */
  first?: Page<Rock>;
  /** Shows it at its full size. */
  large?: boolean;
}

/** A rock's picture in the catalogue, to compare a find's photograph with; without one, the reason. */
export const CataloguePicture = (props: Props) =>
  props.rockNumber === 0 ? (
    <p className="no-catalogue-picture soft">
      The finder could not read the rock’s number.
    </p>
  ) : (
    <PictureOrReason key={props.rockNumber} {...props} />
  );

const keyOf = ({ rc_key }: Rock) => rc_key;

function PictureOrReason({ rockNumber, first, large = false }: Props) {
  const { items, failed } = useList(
    "GET /api/rocks",
    { query: { rock_number: String(rockNumber) } },
    { keyOf, first },
  );
  const rock = items?.[0];
  if (!rock?.ready)
    return (
      <p className="no-catalogue-picture soft">
        {failed
          ? "The catalogue could not be asked."
          : items === undefined
            ? "Loading..."
            : rock === undefined
              ? `Rock ${rockNumber} is not in the catalogue.`
              : rock.error
                ? `Rock ${rockNumber} has no catalogue picture: ${rock.error}`
                : `The catalogue picture of rock ${rockNumber} is not ready yet.`}
      </p>
    );
  const addresses = {
    small: catalogueThumbnailAddress(rockNumber, rock.version),
    large: catalogueAddress(rockNumber, rock.version),
  };
  const label = `rock ${rockNumber} in the catalogue`;
  return large ? (
    <img className="picture-large" src={addresses.large} alt={label} />
  ) : (
    <EnlargingPicture
      {...addresses}
      label={label}
      className="catalogue-picture frame"
    />
  );
}
