import { Dialog } from "../ui/dialog.tsx";
import "./request-rock-popup.css";

interface Props {
  open: boolean;
  onClose: () => void;
  email: string;
}

export function RequestRockPopup({ open, onClose, email }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Request a free rock">
      <div className="share-request stack">
        <p>
          Write to us at <a href={`mailto:${email}`}>{email}</a> with the name
          and address that the parcel should go to. It costs you nothing,
          wherever you live.
        </p>
        <p>
          Tell us too if there is a picture that you would like on it. We paint
          them by hand, so it can take a few weeks.
        </p>
        <a
          className="btn"
          href={`mailto:${email}?subject=${encodeURIComponent("A free rock, please")}`}
        >
          Write an e-mail
        </a>
      </div>
    </Dialog>
  );
}
