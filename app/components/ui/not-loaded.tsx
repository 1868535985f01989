import { Button } from "#app/components/ui/button.tsx";
interface Props {
  /** What could not be loaded, in the plural, for example 'The albums'. */
  what: string;
  onTryAgain: () => void;
}

/** Takes the place of a list that could not be loaded. */
export const NotLoaded = ({ what, onTryAgain }: Props) => (
  <div className="page-more">
    <p className="page-more-note" role="status">
      {what} could not be loaded. You may be offline.
    </p>
    <Button look="quiet" onClick={onTryAgain}>
      Try again
    </Button>
  </div>
);
