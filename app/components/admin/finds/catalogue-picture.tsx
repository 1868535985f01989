import {
  cataloguePicture,
  largeCataloguePicture,
} from "#app/components/rocks/addresses.ts";
import { EnlargingPicture } from "#app/components/admin/ui/picture.tsx";
import { useRock } from "#app/components/admin/rocks/use-rock.ts";
import "./catalogue-picture.css";

interface Props {
  rockNumber: number;
  /** At its full size. */
  large?: boolean;
}

/** The catalogue picture of a rock, to hold a find's photograph against; without one, the reason. */
export const CataloguePicture = (props: Props) =>
  props.rockNumber === 0 ? (
    <p className="compare-none">The finder could not read the rock’s number.</p>
  ) : (
    <PictureOrReason {...props} />
  );

function PictureOrReason({ rockNumber, large = false }: Props) {
  const rock = useRock(rockNumber);
  if (rock === undefined) return <p className="compare-none">Loading...</p>;
  if (rock === "failed" || !rock?.ready)
    return (
      <p className="compare-none">
        {rock === "failed"
          ? "The catalogue could not be asked."
          : rock === null
            ? `Rock ${rockNumber} is not in the catalogue.`
            : rock.error
              ? `Rock ${rockNumber} has no catalogue picture: ${rock.error}`
              : `The catalogue picture of rock ${rockNumber} is not ready yet.`}
      </p>
    );
  const addresses = {
    small: `${cataloguePicture(rockNumber)}?v=${rock.version}`,
    large: `${largeCataloguePicture(rockNumber)}?v=${rock.version}`,
  };
  const label = `rock ${rockNumber} in the catalogue`;
  return large ? (
    <img className="picture-large" src={addresses.large} alt={label} />
  ) : (
    <EnlargingPicture {...addresses} label={label} className="compare-stone" />
  );
}
