import { Dialog } from "../ui/dialog.tsx";

interface Props {
  open: boolean;
  onClose: () => void;
  email: string;
}

export function ContactPopup({ open, onClose, email }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Contact Us" size="small">
      <p>
        Write to us at <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </Dialog>
  );
}
