import { catalogueAddress } from "#domain/store/media-addresses.ts";
import { useApi } from "#app/components/api/use-api.ts";
import "./catalogue-picture.css";

/** A rock's picture in the catalogue, to compare a find's photograph with; without one, the reason. */
export const CataloguePicture = ({ rockNumber }: { rockNumber: number }) =>
  rockNumber === 0 ? (
    <p className="no-catalogue-picture soft">
      The finder could not read the rock’s number.
    </p>
  ) : (
    <PictureOrReason rockNumber={rockNumber} />
  );

function PictureOrReason({ rockNumber }: { rockNumber: number }) {
  const { answer, failed } = useApi("GET /api/rocks", {
    query: { rock_number: String(rockNumber) },
  });
  const [rock] = answer ?? [];
  if (rock?.ready)
    return (
      <img
        className="picture-large"
        src={catalogueAddress(rockNumber, rock.version)}
        alt={`rock ${rockNumber} in the catalogue`}
      />
    );
  return (
    <p className="no-catalogue-picture soft">
      {failed
        ? "The catalogue could not be asked."
        : answer === undefined
          ? "Loading..."
          : rock === undefined
            ? `Rock ${rockNumber} is not in the catalogue.`
            : rock.error
              ? `Rock ${rockNumber} has no catalogue picture: ${rock.error}`
              : `The catalogue picture of rock ${rockNumber} is not ready yet.`}
    </p>
  );
}
