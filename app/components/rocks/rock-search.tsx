import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { RockPopup } from "./rock-popup.tsx";

export function RockSearch() {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const [rockNumber, setRockNumber] = useState<number>();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("rock_number");
    const number = Number.parseInt(String(given), 10);
    if (!(number > 0)) {
      window.alert(t`Please enter a valid rock number > 0`);
      return;
    }
    setAsking(false);
    setRockNumber(number);
  }

  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        <Trans>Search</Trans>
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Search`}
        size="small"
      >
        <form className="stack loose" noValidate onSubmit={search}>
          <label className="stack tight">
            <Trans>Rock Number</Trans>
            <input
              className="control"
              type="number"
              name="rock_number"
              min={1}
              step={1}
              inputMode="numeric"
            />
          </label>
          <div className="wrap">
            <button type="submit" className="btn">{t`Search`}</button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              <Trans>Close</Trans>
            </Button>
          </div>
        </form>
      </Dialog>
      <RockPopup
        rockNumber={rockNumber}
        onClose={() => setRockNumber(undefined)}
      />
    </>
  );
}
