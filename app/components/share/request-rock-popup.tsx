import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "../ui/dialog.tsx";

interface Props {
  open: boolean;
  onClose: () => void;
  email: string;
}

export function RequestRockPopup({ open, onClose, email }: Props) {
  const { t } = useLingui();
  const subject = encodeURIComponent(t`A free rock, please`);
  return (
    <Dialog open={open} onClose={onClose} title={t`Request a free rock`}>
      <div className="stack stack--start">
        <p>
          <Trans>
            Write to us at <a href={`mailto:${email}`}>{email}</a> with the name
            and address that the parcel should go to. It costs you nothing,
            wherever you live.
          </Trans>
        </p>
        <p>
          <Trans>
            Tell us too if there is a picture that you would like on it. We
            paint them by hand, so it can take a few weeks.
          </Trans>
        </p>
        <a className="btn" href={`mailto:${email}?subject=${subject}`}>
          <Trans>Write an e-mail</Trans>
        </a>
      </div>
    </Dialog>
  );
}
